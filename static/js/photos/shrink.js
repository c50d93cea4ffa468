/** Downscaling photos as far as nothing is lost: anything larger only takes longer to upload. */

const LONGEST = 4096; // px: a dozen cards side by side are read as well as at any larger size
const QUALITY = 0.9;
const READABLE = ["image/jpeg", "image/png", "image/webp"];

/**
 * Return what to send for a photo: the file itself if it is small enough or cannot be opened here. Before that, `look`
 * is given the opened picture.
 */
export async function shrink(file, look = () => {}) {
  try {
    // The browser turns it upright and drops the metadata.
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    look(picture);
    const share = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
    if (share === 1 && READABLE.includes(file.type)) return file;
    const smaller = await draw(picture, share);
    return smaller && (smaller.size < file.size || !READABLE.includes(file.type)) ? smaller : file;
  } catch {
    return file; // the server may know the file type, or says what to do
  }
}

function draw(picture, share) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * share);
  canvas.height = Math.round(picture.height * share);
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
}
