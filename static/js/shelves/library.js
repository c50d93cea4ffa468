/** The public library: its pile by category is a grid of one column. */

import { takeGrid } from "../site/grid.js";

const form = document.getElementById("library");
takeGrid(form);
form.querySelector("input[aria-invalid=true]")?.focus();
