import type { Step } from './step.ts';

/** Texts that hardly anything but a key, a password or a file of them looks like. */
const looks = [
  /\b(?:sk-[\w-]{12,}|gh[pousr]_\w{16,}|github_pat_\w{16,}|glpat-[\w-]{12,}|xox[abeprs]-[\w-]{10,}|AKIA[0-9A-Z]{16}|AIza[\w-]{30,})/,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{4,}/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /[a-z]:\/\/[^\s/:@"']{1,80}:[^\s/@"'$<{]{2,80}@/i,
  /\bbearer +(?=[\w.-]*[\d_])[\w.-]{8,}/i,
  /\b(?:[a-z]+[_-])*(?:key|token|secret|password|passwd|pwd)["']? ?[:=] ?["']?(?!process\b|os\b|import\b|env\b|get)(?=[\w.+/-]*[\d_-])[\w+/-][\w.+/-]{7,}/i,
];
const fileOfKeys = /^(?:.*\/)?\.env(?:\.(?!example|sample|template)[\w.]+)?$/i;

/** Returns the numbers of the steps whose tools are given what looks like a key or a password, as people count them. */
export function stepsWithLikelyKeys(steps: readonly Step[], prefix = ''): string[] {
  return steps.flatMap(({ parameters, plan }, at) => {
    const number = `${prefix}${at + 1}`;
    const own = holdsLikelyKey(parameters) ? [number] : [];
    return plan ? [...own, ...stepsWithLikelyKeys(plan.steps, `${number}.`)] : own;
  });
}

function holdsLikelyKey(value: unknown): boolean {
  if (typeof value === 'string') return fileOfKeys.test(value) || looks.some((look) => look.test(value));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([name, part]) => holdsLikelyKey(part) || (typeof part === 'string' && holdsLikelyKey(`${name}=${part}`)),
  );
}
