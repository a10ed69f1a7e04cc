/** Returns the size in pixels that an SVG in an address of `pictureAddress` gives itself; null if it gives none. */
export function svgIntrinsicSize(address: string): { width: number; height: number } | null {
  const size = /^data:image\/svg\+xml,%3Csvg%20(?:(?!%3E).)*?width%3D%22(\d+)%22%20height%3D%22(\d+)%22/.exec(address);
  return size && { width: Number(size[1]), height: Number(size[2]) };
}
