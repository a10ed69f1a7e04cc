const sharpness = 2;

/** Returns an SVG as a PNG in a `data:` URL, at twice the size for sharpness; null if it cannot be rendered. */
export async function pngOfSvg(svg: string): Promise<string | null> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  try {
    await image.decode();
  } catch {
    return null;
  }
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * sharpness;
  canvas.height = image.naturalHeight * sharpness;
  const brush = canvas.getContext('2d');
  if (!brush || canvas.width === 0) return null;
  brush.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png');
}
