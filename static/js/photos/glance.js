/** A look at a photo before it is sent: whether it is blurred, dark, or cuts the shelf off.

What is measured is measured on small copies, so that nobody waits for it. `python -m bench.photos.glance` chose the
thresholds, in this very code.
*/

export const LIMITS = {
  sharpness: 0.35, // below: blurred
  light: 20, // of 255; below: dark
  cut: 0.7, // above: cut off
};

const FINE = 2048; // px: longest side of the photo on the scale at which edges are looked at
const TILE = 128; // px: parts that are looked at on this scale
const TILES = [6, 4]; // along the longer and the shorter side
const MIDDLE = 0.84; // share of the photo over which the tiles are spread
const REACH = 6; // px to either side of an edge, from light to dark
const EDGE = 0.35; // share of the contrast that makes an edge
const LEAST_EDGE = 16; // of 255: less is grain
const STEEPEST = 0.9; // quantile of the steepness of edges that stands for a tile
const LEAST_EDGES = 60; // places on edges without which a tile says nothing
const OF_TILES = 1; // the second steepest tile stands for the photo: one alone may show anything
const BETWEEN = 512; // px: longest side of a copy from which the smallest is made
const COARSE = 256; // px: longest side of the copy that light and the picture's edges are looked at
const LIGHTEST = 0.9; // quantile of the brightness: the paper of the cards
const LEAST_CONTRAST = 10; // of 255: there is nothing to be seen in less
const LEAST_UNREST = 0.08; // share of the contrast: the middle of a picture with few cards shows less
const STRIP = 3; // px: how much of the copy counts as the picture's edge

/** Return what may be wrong with a picture as it is shown: any of `blurred`, `dark`, and `cut`. */
export function judge({ sharpness, light, cut }) {
  const found = [];
  if (light < LIMITS.light) found.push("dark");
  else if (sharpness < LIMITS.sharpness) found.push("blurred");
  if (cut > LIMITS.cut) found.push("cut");
  return found;
}

/** Measure a picture: an ImageBitmap, or anything else that a canvas draws. */
export function glance(picture) {
  const tiles = drawTiles(picture);
  const small = drawSmall(picture);
  return { sharpness: measureSharpness(tiles), light: measureLight(small), cut: measureCut(small) };
}

/** Draw parts of the picture beside each other, each `TILE` wide and high. */
function drawTiles(picture) {
  const share = Math.min(1, FINE / Math.max(picture.width, picture.height));
  const [columns, rows] = picture.width >= picture.height ? TILES : [...TILES].reverse();
  const side = Math.min(TILE / share, picture.width / columns, picture.height / rows);
  const context = openCanvas(columns * TILE, rows * TILE, "low"); // at half the size the mean of four pixels
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [x, y] = [place(column, columns, picture.width), place(row, rows, picture.height)];
      context.drawImage(picture, x - side / 2, y - side / 2, side, side, column * TILE, row * TILE, TILE, TILE);
    }
  }
  return readGray(context);
}

function place(index, count, length) {
  return length * (0.5 + MIDDLE * ((index + 0.5) / count - 0.5));
}

/** Draw the picture in two steps: averaging all of its pixels at once takes a phone longer than everything else. */
function drawSmall(picture) {
  const middle = drawAt(picture, BETWEEN, "low").canvas;
  return readGray(drawAt(middle, COARSE, "medium"));
}

function drawAt(picture, longest, quality) {
  const share = Math.min(1, longest / Math.max(picture.width, picture.height));
  const [width, height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * share)));
  const context = openCanvas(width, height, quality);
  context.drawImage(picture, 0, 0, width, height);
  return context;
}

function openCanvas(width, height, quality) {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.imageSmoothingQuality = quality;
  return context;
}

function readGray(context) {
  const { width, height, data } = context.getImageData(0, 0, context.canvas.width, context.canvas.height);
  const gray = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < gray.length; at++, from += 4) {
    gray[at] = (77 * data[from] + 150 * data[from + 1] + 29 * data[from + 2]) >> 8;
  }
  return { gray, width, height };
}

/**
 * Return how steep the edges in tiles are, 0 to 1: the step over two pixels at the middle of an edge, in shares of that
 * from end to end. Of the two directions the one that is less steep counts, for hands shake along one of them; of the
 * tiles those that are steepest, for in all others may be nothing but folds and shadows.
 */
export function measureSharpness(tiles) {
  const [low, high] = findQuantiles(tiles.gray, [0.02, 0.98]);
  if (high - low < LEAST_CONTRAST) return 1; // nothing to be seen is another matter
  const least = Math.max(LEAST_EDGE, EDGE * (high - low));
  return Math.min(measureSteepness(tiles, 1, tiles.width, least), measureSteepness(tiles, tiles.width, 1, least));
}

/** Look at edges across which one goes in steps of `along`, on every second line of each tile. */
function measureSteepness({ gray, width, height }, along, across, least) {
  const found = [];
  for (let top = 0; top < height; top += TILE) {
    for (let left = 0; left < width; left += TILE) {
      const counts = new Uint32Array(101);
      let edges = 0;
      for (let line = 0; line < TILE; line += 2) {
        let at = top * width + left + line * across + REACH * along;
        for (const end = at + (TILE - 2 * REACH) * along; at < end; at += along) {
          const whole = gray[at + REACH * along] - gray[at - REACH * along];
          const size = whole < 0 ? -whole : whole;
          if (size < least) continue;
          const middle = gray[at + along] - gray[at - along];
          const part = whole < 0 ? -middle : middle;
          counts[part <= 0 ? 0 : part >= size ? 100 : Math.round((100 * part) / size)]++;
          edges++;
        }
      }
      if (edges >= LEAST_EDGES) found.push(findRank(counts, STEEPEST * edges) / 100);
    }
  }
  found.sort((a, b) => b - a);
  return found[Math.min(OF_TILES, found.length - 1)] ?? 0;
}

/** Return the brightness that a tenth of the picture reaches, 0 to 255. */
export function measureLight({ gray }) {
  return findQuantiles(gray, [LIGHTEST])[0];
}

/** Return how much one of the picture's edges looks as if cards ran across it, and the others do not; 0 to 1 or more. */
export function measureCut({ gray, width, height }) {
  const [low, high] = findQuantiles(gray, [0.02, 0.98]);
  if (high - low < LEAST_CONTRAST || Math.min(width, height) < 12 * STRIP) return 0;
  const across = (y) => measureUnrest(gray, y * width, 1, width, width) / (high - low);
  const down = (x) => measureUnrest(gray, x, width, height, 1) / (high - low);
  const inside = [0.25, 0.35, 0.45, 0.55, 0.65, 0.75];
  const usual = [
    Math.max(LEAST_UNREST, findMedian(inside.map((share) => across(Math.round(share * height))))),
    Math.max(LEAST_UNREST, findMedian(inside.map((share) => down(Math.round(share * width))))),
  ];
  const sides = [
    across(0) / usual[0],
    across(height - STRIP) / usual[0],
    down(0) / usual[1],
    down(width - STRIP) / usual[1],
  ];
  sides.sort((a, b) => b - a);
  return sides[0] - sides[2];
}

/** Return the mean step along a strip of the copy that is `STRIP` wide, from one place to two further on. */
function measureUnrest(gray, start, step, count, aside) {
  let sum = 0;
  let [before, last] = [0, 0];
  for (let index = 0; index < count; index++) {
    let value = 0;
    for (let depth = 0; depth < STRIP; depth++) value += gray[start + index * step + depth * aside];
    value /= STRIP;
    if (index > 1) sum += Math.abs(value - before);
    before = last;
    last = value;
  }
  return sum / (count - 2);
}

function findQuantiles(gray, shares) {
  const counts = new Uint32Array(256);
  for (let at = 0; at < gray.length; at++) counts[gray[at]]++;
  return shares.map((share) => findRank(counts, share * gray.length));
}

function findRank(counts, rank) {
  let sum = 0;
  for (let value = 0; value < counts.length; value++) {
    sum += counts[value];
    if (sum >= rank) return value;
  }
  return counts.length - 1;
}

function findMedian(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
