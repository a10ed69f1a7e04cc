import type { PageObstacleKind } from '../../task/tool-result.ts';
import type { ReadablePage, StaticPageContent } from '../../ports/file-reading.ts';

/** The length of a page's text, in characters, from which on it is taken for the page itself. */
const long = 600;
/** The length below which a page with a field for a password shows nothing else. */
const hardlyAny = 150;

const check =
  /\bverify(?:ing)? (?:that )?you(?: are|['’]re) (?:a )?(?:human|not a (?:ro)?bot)|\bchecking (?:your browser|if the site connection is secure)|\bneeds to review the security of your connection|\benable javascript and cookies to continue|\b(?:complete|solve) the captcha|^\W*prove (?:that )?you(?: are|['’]re) (?:a )?human|\bunusual traffic from your|(?:请|需要|正在)(?:先)?(?:完成|通过|进行)?人机(?:身份)?验证|(?:确认|验证|证明)(?:您|你)(?:是真人|不是机器人)/i;
const checkTitle =
  /^(?:just a moment|attention required!? \| cloudflare|security check|robot check|are you (?:a )?(?:human|robot))\W*$/i;
const signIn = /\b(?:(?:log|sign)[ -]?in|login)\b|password|登录|密码/i;
const missingPagePattern =
  /^\W*(?:(?:oops|sorry|error)\W{1,5})*(?:404\W*$|(?:404\W{0,5}|(?:page|file) )not found\b(?! errors?\b| on\b)|not found\W*$|404\W{0,5}(?:sorry\W*)?(?:the |this |that )?page\b|(?:the |this |that )?page (?:(?:was|could) not (?:be )?found|(?:does not|doesn['’]t|no longer) exist)|(?:抱歉\W*)?(?:页面(?:不存在|未找到|没有找到|走丢了)|找不到(?:该|此|您要的|你要的)?(?:页面|网页)))/i;
const scripts =
  /\b(?:enable|turn on|requires?|needs?) javascript\b(?! (?:runtime|librar|framework|engine|knowledge|skill))|\bjavascript (?:is |must be |to be )?(?:required|disabled|enabled|not enabled)\b|(?:启用|开启|打开)\s*javascript/i;
const loading = /^\W*(?:loading|please wait|正在加载|加载中)\W*$/i;

/**
 * Returns what a short page shows in place of the content that was asked for; null if it may well be that content.
 * `readBarePage` is called for a short page only.
 */
export async function detectStandInPage(
  { title, text }: Pick<ReadablePage, 'title' | 'text'>,
  readBarePage: () => Promise<Pick<StaticPageContent, 'passwords' | 'scripts'>>,
): Promise<PageObstacleKind | null> {
  if (text.length >= long) return null;
  const bare = await readBarePage();
  const name = title ?? '';
  if (checkTitle.test(name) || check.test(text)) return 'check';
  if (bare.passwords && text.length < hardlyAny && (signIn.test(name) || signIn.test(text))) return 'sign_in';
  if (missingPagePattern.test(name) || missingPagePattern.test(text.slice(0, 200))) return 'missing';
  return bare.scripts && (scripts.test(text) || loading.test(text)) ? 'scripts' : null;
}

const shows: Record<PageObstacleKind, string> = {
  check: 'a check for humans',
  sign_in: 'a sign-in',
  missing: 'a message that there is no such page',
  scripts: 'a page that waits for its scripts',
};

/** Returns the note for the model about such a page. */
export const standInNote = (kind: PageObstacleKind): string =>
  `This looks like ${shows[kind]}, not like the content that was asked for, which was then not read. Take nothing from it for granted; try another source.`;
