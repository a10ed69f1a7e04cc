/** The least width of a PNG, in pixels: sharp on a page of a report. */
const least = 1600;

/** Returns an SVG as a PNG in a `data:` URL, at twice the size or 1,600 pixels wide; null if it cannot be rendered. */
export async function pngOfSvg(svg: string): Promise<string | null> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  try {
    await image.decode();
  } catch {
    return null;
  }
  const canvas = document.createElement('canvas');
  const scale = Math.max(2, least / image.naturalWidth);
  canvas.width = Math.round(image.naturalWidth * scale);
  canvas.height = Math.round(image.naturalHeight * scale);
  const brush = canvas.getContext('2d');
  if (!brush || image.naturalWidth === 0) return null;
  brush.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png');
}
