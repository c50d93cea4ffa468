/** A shelf by photo: the two buttons upload photos, and the review goes from place to place. */

import { wireReview } from "./review.js";
import { wireTaking } from "./taking.js";

wireTaking(document.getElementById("photo-progress"));
for (const region of document.querySelectorAll("[data-review]")) wireReview(region);
