const signal = /^[\s"'`*[{(]*(step[\s_-]?done|re[\s_-]?plan)[\s"'`*\])}.!。！]*$/i;

/** A control signal of R4.4 in its spelling variants, alone or as the last line of what was said; null for anything else. */
export function controlSignal(said: string): 'step_done' | 'replan' | null {
  const text = said
    .normalize('NFKC')
    .replace(/^```\w*\n?|\n?```\s*$/g, '')
    .trim();
  const lastLine = text.includes('{') ? '' : text.slice(text.lastIndexOf('\n') + 1);
  const found = signal.exec(text) ?? signal.exec(lastLine);
  if (!found?.[1]) return null;
  return found[1].toLowerCase().startsWith('re') ? 'replan' : 'step_done';
}
