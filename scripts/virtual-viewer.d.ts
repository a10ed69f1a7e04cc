/** The code of a saved page, made by the build (scripts/viewer.ts). */
declare module 'virtual:cairn-viewer' {
  export const script: string;
  export const style: string;
}
