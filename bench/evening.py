"""The load of many tables: every phone polls its page, and one librarian per table enters a shelf."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from dataclasses import dataclass, field
from html import unescape

from .lines import Answer, Line

PAUSE = 2.0
"""Seconds from an answer to the next poll, as in ``static/js/site/follower.js``."""
AT_ONCE = 4
"""How many phones open their pages at the same time before the measurement starts."""


@dataclass(slots=True)
class Phone:
    """A phone that follows a page."""

    page: str
    """The URL of the whole page."""
    line: Line
    live: str = ""
    """The URL that is polled."""
    tag: str = ""

    async def open(self) -> str:
        """Open the page as a browser does; find the URL to poll, and return the page."""
        answer = await self.line.ask(self.page, accept="text/html")
        if answer.status != 200:
            raise AssertionError(f"{self.page}: {answer.status}")
        html = unescape(answer.body.decode())
        found = re.search(r'data-live="([^"]+)" data-etag="([^"]+)"', html)
        if found:
            self.live, self.tag = found[1], f'"{found[2]}"'
        return html


@dataclass(slots=True)
class Librarian(Phone):
    """A phone on which a shelf is being entered: it follows that shelf, and saves it after every card."""

    cards: tuple[str, ...] = ()
    token: str = ""
    version: int = 0
    first_version: int = 0
    shelf: str = ""
    """The text acknowledged last."""
    laid: int = 0
    acknowledged: int = 0

    async def open(self) -> str:
        """Open the shelf editor, with the version that it shows and the token of its form."""
        html = await Phone.open(self)  # a dataclass with slots is created twice, and super() refers to the first class
        for name in ("csrf_token", "version"):
            if not (found := re.search(rf'name="{name}" value="([^"]+)"', html)):
                raise AssertionError(f"{self.page} has no {name}")
            if name == "version":
                self.version = self.first_version = int(found[1])
            else:
                self.token = found[1]
        found = re.search(r'"tag": "(\w+)"', html)
        self.live, self.tag = self.page, f'"{found[1]}"' if found else ""
        return html

    def lay_card(self) -> dict[str, str]:
        """Add the next card, starting over after the last one. Return the form that saves it."""
        self.laid = self.laid % len(self.cards) + 1
        return self.fill(" ".join(self.cards[: self.laid]), self.version)

    def fill(self, shelf: str, version: int) -> dict[str, str]:
        """Fill the editor's form."""
        return {"csrf_token": self.token, "version": str(version), "shelf": shelf}

    def acknowledge(self, form: dict[str, str], answer: Answer) -> None:
        """Note what the server says it has stored."""
        self.shelf = form["shelf"]
        self.version = json.loads(answer.body).get("version", 0)
        self.acknowledged += 1


@dataclass(slots=True)
class Record:
    """What was measured, in milliseconds."""

    polls: list[float] = field(default_factory=list)
    writes: list[float] = field(default_factory=list)
    unchanged: int = 0
    """Answers 304."""
    lost_answers: int = 0
    """Writes whose answer the phone did not wait for, so that it sent them again."""
    repeated: int = 0
    """Writes sent a second time although they had been answered."""
    stale: int = 0
    """Writes over a version that the phone had not seen."""
    stale_kept: int = 0
    """Stale writes that were not refused."""
    faults: list[str] = field(default_factory=list)
    """Unexpected answers."""

    @property
    def all(self) -> list[float]:
        """All requests except those whose answer nobody waited for."""
        return self.polls + self.writes


async def open_pages(phones: list[Phone]) -> None:
    """Let all phones open their pages, a few at a time."""
    waiting = iter(phones)

    async def open_some() -> None:
        for phone in waiting:
            await phone.open()

    await asyncio.gather(*(open_some() for _ in range(AT_ONCE)))


async def play(phones: list[Phone], seconds: float, every: float) -> Record:
    """Let all phones follow their pages for a while, and the librarians save a card ``every`` so many seconds."""
    record, rng = Record(), random.Random(1)
    end = time.perf_counter() + seconds
    tasks = [_follow(phone, rng.uniform(0, PAUSE), end, record) for phone in phones]
    laying = [phone for phone in phones if isinstance(phone, Librarian)]
    # Even in a short run every librarian writes.
    tasks += [_lay(phone, rng.uniform(0, min(every, seconds / 2)), every, end, record) for phone in laying]
    await asyncio.gather(*tasks)
    for phone in phones:
        phone.line.hang_up()
    return record


async def _follow(phone: Phone, start: float, end: float, record: Record) -> None:
    await asyncio.sleep(start)
    while time.perf_counter() < end:
        answer = await phone.line.ask(phone.live, tag=phone.tag)
        record.polls.append(answer.milliseconds)
        if answer.status == 304:
            record.unchanged += 1
        elif answer.status == 200:
            phone.tag = answer.find("etag")
        else:
            record.faults.append(f"{phone.live}: {answer.status}")
        await asyncio.sleep(PAUSE)


async def _lay(phone: Librarian, start: float, every: float, end: float, record: Record) -> None:
    """Enter card after card. In turn: all is well, an answer is lost, a form is sent twice, a stale page writes."""
    # A browser saves over a second connection while the first one polls.
    line = Line(phone.line.port, phone.line.cookies, phone.line.address)
    await asyncio.sleep(start)
    turn = int(10 * start)
    while time.perf_counter() < end:
        seen, form = phone.version, phone.lay_card()
        match turn % 4:
            case 1:
                await line.send_and_leave(phone.page, form)
                record.lost_answers += 1
                await _save(phone, line, form, record)
            case 2:
                await _save(phone, line, form, record)
                again = await line.ask(phone.page, form=form)
                record.repeated += 1
                record.writes.append(again.milliseconds)
                if again.status != 200:
                    record.faults.append(f"{phone.page} again: {again.status}")
            case 3:
                await _save(phone, line, form, record)
                answer = await line.ask(phone.page, form=phone.fill("Z9", seen))
                record.stale += 1
                record.stale_kept += answer.status != 409
                record.writes.append(answer.milliseconds)
            case _:
                await _save(phone, line, form, record)
        turn += 1
        await asyncio.sleep(every)
    line.hang_up()


async def _save(phone: Librarian, line: Line, form: dict[str, str], record: Record) -> None:
    answer = await line.ask(phone.page, form=form)
    record.writes.append(answer.milliseconds)
    if answer.status == 200:
        phone.acknowledge(form, answer)
    else:
        record.faults.append(f"{phone.page}: {answer.status} {answer.body[:200]!r}")
