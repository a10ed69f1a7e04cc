import { percentDecoded } from '../values/percent-decoded.ts';

/** A text of the session as words are looked for in it, folded. */
export interface ReadText {
  text: string;
  /** What was given to the call that returned the text; words that stand in it are not the text's own. */
  asked: string;
}

/** The texts with which an address is compared that a task is about to open, folded by `readText`. */
export interface Readings {
  /** What the person wrote. */
  said: string;
  /** Texts from outside that were read. */
  outside: readonly ReadText[];
  /** What was read of the person's own things. */
  own: readonly ReadText[];
}

/** Words that stand in any address and any list, in sentences of the tools, and in dates. */
const plainWords = new Set(
  (
    'about above added after again allday append archive article basic because before below between bytes calendar ' +
    'category changed columns complete completed content could count created default delete deleted detail details ' +
    'document empty entries entry every false field fields files filter first forgot found format group having height ' +
    'https image index items label language large later latest latitude limit lines links local location longitude lower ' +
    'markdown medium message minutes missing model month months moved named never normal notes nothing number offset open ' +
    'order other output overlap overlapping overlaps pages place plain point position priority query quote reader record ' +
    'release reminder reopened repeat repeats replaced result results search second session short should since small ' +
    'source start state status still style table tasks taken their there these thing things think third those three title ' +
    'titles today todos tomorrow total under unread until update updated upper urgent users value values version weekday ' +
    'weeks where which while whole width with within without words would write written wrote yesterday years your ' +
    'january february march april august september october november december ' +
    'monday tuesday wednesday thursday friday saturday sunday ' +
    '今天 明天 昨天 我们 你们 他们 一个 这个 那个 什么 怎么 推荐 搜索 查询 标题 待办 日程 笔记 文件 提醒 时间 内容'
  ).split(' '),
);

/** A letter or digit of a script whose words are set apart. */
const letter = String.raw`(?!\p{Script=Han})[\p{L}\p{M}\p{N}]`;
const word = new RegExp(`(?:${letter})+`, 'gu');
const date =
  /\b(?:(?:19|20)\d\d([-./]?)(?:1[0-2]|0?[1-9])(?:\1[0-3]?\d)?(?:t[\d:.+]*z?)?|[0-3]?\d([./-])[01]?\d\2(?:19|20)\d\d)\b/g;

/** A number in groups, such as an IBAN or a telephone number. */
const groups = /(?<![\p{L}\d])[\p{L}\d]{0,40}\d(?:[ -]\d+)+/gu;

/** Returns a text as words are looked for in it: in one case, without dates, with numbers in groups also in one. */
export function readText(text: string, asked = ''): ReadText {
  return { text: folded(text), asked: folded(asked) };
}

function folded(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase().replace(date, ' ');
  return [plain, ...(plain.match(groups) ?? []).map((each) => each.replace(/[ -]/g, ''))].join('\n');
}

/**
 * Returns `own` if an address carries out a distinctive text of the person's own things that stands neither in what the
 * person wrote nor in a text from outside that was read. A text in disguise is not recognised.
 */
export function carriedBy(address: string, { said, outside, own }: Readings): 'own' | undefined {
  const isIn = (part: string) => (read: ReadText) => read.text.includes(part) && !read.asked.includes(part);
  const isUnknown = (part: string) => !said.includes(part) && !outside.some(isIn(part));
  const isOwn = (part: string) => {
    if ((part.match(/\d/g)?.length ?? 0) >= 6 || /^\p{Script=Han}/u.test(part)) return own.some(isIn(part));
    const whole = new RegExp(`(?<!${letter})${part}(?!${letter})`, 'u');
    return own.some((read) => isIn(part)(read) && whole.test(read.text));
  };
  return distinctiveParts(address).some((part) => isOwn(part) && isUnknown(part)) ? 'own' : undefined;
}

/** The long words and numbers of an address, and the pairs of neighbours in Chinese, decoded, without plain words. */
function distinctiveParts(address: string): string[] {
  const { pathname, search, hash } = new URL(address);
  const raw = `${pathname}${search}${hash}`.split(/[/?&=#]/);
  const text = folded(raw.flatMap(decodedForms).join('\n'));
  const words = (text.match(word) ?? []).filter((each) => each.length >= (/\P{N}/u.test(each) ? 5 : 6));
  const pairs = (text.match(/\p{Script=Han}+/gu) ?? []).flatMap((run) =>
    Array.from(run).flatMap((sign, at, signs) => (at > 0 ? [`${signs[at - 1] ?? ''}${sign}`] : [])),
  );
  return [...new Set([...words, ...pairs])].filter((part) => !plainWords.has(part));
}

/** A part of an address with its escapes decoded, also if it was escaped twice, or is base64 of a text. */
function decodedForms(part: string): string[] {
  const once = withoutEscapes(part.replaceAll('+', ' '));
  return [once, withoutEscapes(once), base64Text(withoutEscapes(part))];
}

const withoutEscapes = (text: string) => text.replace(/(?:%[\da-f]{2})+/gi, percentDecoded);

function base64Text(text: string): string {
  if (!/^[\w+/-]{8,}={0,2}$/.test(text)) return '';
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return '';
  }
}

/** True if the address, without its protocol and its `#` part, stands in something that the person wrote. */
export function isNamed(address: string, said: string): boolean {
  const plain = (text: string) => withoutEscapes(text).normalize('NFKC').toLowerCase();
  const part = plain(address.replace(/#.*$/s, ''))
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/[/.,;:!?)\]，。；、]+$/u, '');
  return plain(said).includes(part);
}
