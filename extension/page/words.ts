import type { LogEntry } from '../stored-data.ts';

/** A text in English and in Chinese; `{}` is the placeholder for its subject. */
export type BilingualText = readonly [en: string, zh: string];

export const serves: BilingualText = [
  'Reads for Cairn at {}, and nobody else, without your cookies or sign-ins.',
  '只为 {} 上的 Cairn 读取网页，不带你的 Cookie 和登录状态。',
];
export const ask: BilingualText = ['May Cairn read {}?', '允许 Cairn 读取 {} 吗？'];
export const askedWhy: BilingualText = ['The page of Cairn says:', 'Cairn 页面的说明：'];
export const askRender: BilingualText = [
  'May Cairn run the scripts of {} to read it?',
  '允许 Cairn 运行 {} 的脚本来读取它吗？',
];
export const askMeans: BilingualText = [
  'It may then read all public pages of this site until you revoke that here. Your browser may ask, too.',
  '允许后，它可以读取该网站的所有公开页面，直到你在这里撤销。浏览器可能也会询问。',
];
export const askRenderMeans: BilingualText = [
  'Some pages are empty without them. They run in a hidden frame without your cookies, for ten seconds at most, and reach only sites allowed here.',
  '有些网页没有脚本就是空的。脚本在隐藏的框架中运行，不带你的 Cookie，最多十秒，只能访问这里允许的网站。',
];
export const allow: BilingualText = ['Allow this site', '允许这个网站'];
export const allowRender: BilingualText = ['Allow its scripts', '允许它的脚本'];
export const decline: BilingualText = ['Not now', '暂不'];
export const notAllowed: BilingualText = ['The browser did not allow it.', '浏览器没有允许。'];
export const pause: BilingualText = ['Pause', '暂停'];
export const goOn: BilingualText = ['Go on', '继续'];
export const isPaused: BilingualText = ['Paused: nothing is read.', '已暂停：不读取任何内容。'];
export const isOn: BilingualText = ['On: the sites below can be read.', '运行中：可以读取下列网站。'];
export const sites: BilingualText = ['Sites that may be read', '可以读取的网站'];
export const noSites: BilingualText = ['None yet. Cairn asks when it needs one.', '还没有。Cairn 需要时会在这里询问。'];
export const withScripts: BilingualText = ['with its scripts', '含脚本'];
export const revoke: BilingualText = ['Revoke', '撤销'];
export const revokeSite: BilingualText = ['Revoke {}', '撤销 {}'];
export const log: BilingualText = ['What was read', '读取记录'];
export const noLog: BilingualText = ['Nothing yet.', '还没有。'];
export const logKept: BilingualText = [
  'The last 200 of 30 days, kept in this browser.',
  '最近 30 天内的 200 次，只保存在这个浏览器里。',
];
export const clear: BilingualText = ['Clear', '清空'];
export const outcomes: Record<LogEntry['outcome'], BilingualText> = {
  read: ['read', '已读取'],
  rendered: ['read, rendered', '已渲染读取'],
  bad_address: ['refused: no such address is read', '已拒绝：从不读取这样的地址'],
  private_address: ['refused: this device or a private network', '已拒绝：本机或私有网络'],
  not_granted: ['refused: site not allowed', '已拒绝：网站未获允许'],
  render_not_granted: ['refused: its scripts are not allowed', '已拒绝：未允许它的脚本'],
  paused: ['refused: paused', '已拒绝：已暂停'],
  busy: ['refused: too much at once', '已拒绝：一次太多'],
  redirected_ungranted: ['refused: leads to a site not allowed', '已拒绝：跳转到未获允许的网站'],
  bad_type: ['refused: neither text, PDF, Word nor Excel', '已拒绝：不是文本、PDF、Word 或 Excel'],
  too_large: ['ended: too large', '已中止：太大'],
  timeout: ['ended: too slow', '已中止：太慢'],
  unreachable: ['could not be reached', '无法访问'],
  revoked: ['ended: revoked', '已中止：权限已撤销'],
  aborted: ['ended by Cairn', '已由 Cairn 中止'],
};
