import { readXml } from './xml-events.ts';
import type { ZipParts } from './zip-parts.ts';

/** A part to which another part of an Office file refers. */
export interface PartRelationship {
  id: string;
  /** The last part of its type, such as `worksheet`. */
  type: string;
  /** The name of the part in the file, or the address outside of it. */
  target: string;
  isOutside: boolean;
}

/** Returns what a part of an Office file refers to; of an empty name, what the file as a whole does. */
export function relationshipsOfPart(parts: ZipParts, name: string): PartRelationship[] {
  const folder = name.slice(0, name.lastIndexOf('/') + 1);
  const relations: PartRelationship[] = [];
  readXml(parts.text(`${folder}_rels/${name.slice(folder.length)}.rels`), {
    open: (element, attribute) => {
      if (element !== 'Relationship') return;
      const isOutside = attribute('TargetMode') === 'External';
      const target = isOutside ? attribute('Target') : partName(attribute('Target'), folder);
      relations.push({ id: attribute('Id'), type: attribute('Type').replace(/^.*\//, ''), target, isOutside });
    },
  });
  return relations;
}

/** Returns the name of a part from a reference to it, which is relative to a folder of the file or begins with `/`. */
function partName(target: string, folder: string): string {
  const names: string[] = [];
  for (const name of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return names.join('/');
}
