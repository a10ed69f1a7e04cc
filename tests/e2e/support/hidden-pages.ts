/**
 * Ways in which pages hide text by attributes, inline styles and their own style rules: rules, and markup around `@`.
 */
const hidden: Record<string, [css: string, html: string]> = {
  'display none': ['', '<p style="display:none">@</p>'],
  'display none, in capitals': ['', '<p STYLE="DISPLAY : NONE !IMPORTANT">@</p>'],
  'display none, unquoted': ['', '<p style=display:none>@</p>'],
  'display none after another data attribute': ['', '<p data-own-style="" style="display:none">@</p>'],
  'display none, escaped': ['', '<p style="d\\69splay:none">@</p>'],
  'an outer display none': ['', '<section style="display:none"><div><p>@</p></div></section>'],
  'visibility hidden': ['', '<p style="visibility:hidden">@</p>'],
  'visibility collapse': ['', '<div style="visibility:collapse"><p>@</p></div>'],
  'hidden attribute': ['', '<p hidden>@</p>'],
  'hidden attribute with a value': ['', '<p hidden="hidden">@</p>'],
  'closed dialog': ['', '<dialog><p>@</p></dialog>'],
  popover: ['', '<div popover><p>@</p></div>'],
  'data list': ['', '<datalist id="d"><option>@</option></datalist>'],
  'content-visibility': ['', '<div style="content-visibility:hidden"><p>@</p></div>'],
  'opacity 0': ['', '<p style="opacity:0">@</p>'],
  'opacity one per cent': ['', '<p style="opacity:1%">@</p>'],
  'filter opacity': ['', '<p style="filter:opacity(0)">@</p>'],
  'font size 0': ['', '<p style="font-size:0">@</p>'],
  'font size 1px': ['', '<p style="font-size:1px">@</p>'],
  'font shorthand': ['', '<p style="font:0/0 serif">@</p>'],
  'off to the left': ['', '<p style="position:absolute;left:-9999px">@</p>'],
  'off to the top in em': ['', '<p style="position:fixed;top:-999em">@</p>'],
  'off by inset': ['', '<p style="position:absolute;inset:-5000px auto auto -5000px">@</p>'],
  'text indent': ['', '<p style="text-indent:-9999px">@</p>'],
  'negative margin': ['', '<p style="margin-left:-9999px">@</p>'],
  'moved away': ['', '<p style="transform:translateX(-9999px)">@</p>'],
  'moved away by translate': ['', '<p style="translate:-9999px 0">@</p>'],
  'scaled to nothing': ['', '<p style="transform:scale(0)">@</p>'],
  'scale property': ['', '<p style="scale:0">@</p>'],
  'clip rect': ['', '<p style="position:absolute;clip:rect(0,0,0,0)">@</p>'],
  'clip path inset': ['', '<p style="clip-path:inset(50%)">@</p>'],
  'clip path circle': ['', '<p style="clip-path:circle(0)">@</p>'],
  'no height': ['', '<p style="height:0;overflow:hidden">@</p>'],
  'no width': ['', '<p style="width:0;overflow:hidden">@</p>'],
  'one pixel': ['', '<p style="position:absolute;width:1px;height:1px;overflow:hidden">@</p>'],
  'max height 0': ['', '<p style="max-height:0;overflow:hidden">@</p>'],
  'white on white': ['', '<p style="color:white;background:#fff">@</p>'],
  'nearly white on white': ['', '<p style="color:#fdfdfd;background-color:rgb(255 255 255)">@</p>'],
  'white font in a white cell': [
    '',
    '<table><tr><td>a</td><td bgcolor="#ffffff" style="color:#fff">@</td></tr></table>',
  ],
  transparent: ['', '<p style="color:transparent">@</p>'],
  'clear colour': ['', '<p style="color:rgba(0,0,0,0)">@</p>'],
  'rule, class': ['.x{display:none}', '<p class="x">@</p>'],
  'rule, id': ['#x{display:none!important}', '<p id="x" style="display:block">@</p>'],
  'rule, attribute': ['[data-x~="y"]{visibility:hidden}', '<p data-x="z y">@</p>'],
  'rule, child': ['main > div > .x{display:none}', '<div><p class="x">@</p></div>'],
  'rule, structure': ['.n p:nth-child(2){display:none}', '<div class="n"><p>a</p><p>@</p></div>'],
  'rule, list': ['.a, .b, .x{opacity:0}', '<p class="x">@</p>'],
  'rule within media': ['@media screen{.x{display:none}}', '<p class="x">@</p>'],
  'rule within a true media': ['@media (min-width:1px){.x{display:none}}', '<p class="x">@</p>'],
  'rule within supports': ['@supports (display:grid){.x{display:none}}', '<p class="x">@</p>'],
  'rule within a layer': ['@layer a{.x{display:none}}', '<p class="x">@</p>'],
  'nested rule': ['.o{color:black;& .x{display:none}}', '<div class="o"><p class="x">@</p></div>'],
  'two rules together': ['.x{position:absolute}.y{left:-9999px}', '<p class="x y">@</p>'],
  'two rules, height and overflow': ['.x{height:0}.y{overflow:hidden}', '<p class="x y">@</p>'],
  'rule, colours': ['.x{background:#000;color:rgb(0,0,0)}', '<p class="x">@</p>'],
  'rule over a weaker one': ['p.x{display:none}.x{display:block}', '<p class="x">@</p>'],
  'rule, screen reader only': [
    '.sr{position:absolute;width:1px;height:1px;padding:0;margin:-1px;overflow:hidden;clip:rect(0,0,0,0);border:0}',
    '<p class="sr">@</p>',
  ],
  'rule, after a comment': ['/* } */ .x{/*;*/display:none}', '<p class="x">@</p>'],
  'a state that never comes': ['.x{display:none}.x.active{display:block}', '<p class="x">@</p>'],
  'fading without a script': ['.x{opacity:0;transition:opacity 1s}', '<p class="x">@</p>'],
};

/** Text that a visitor sees, can open, or waits for. */
const shown: Record<string, [css: string, html: string]> = {
  'closed details': ['', '<details><summary>More</summary><p>@</p></details>'],
  'tab panels': [
    '.pane{display:none}.pane.on{display:block}',
    '<div role="tablist"><button role="tab" id="t1" aria-controls="p1">One</button><button role="tab" id="t2" aria-controls="p2">Two</button></div><div class="pane on" role="tabpanel" id="p1"><p>First</p></div><div class="pane" role="tabpanel" id="p2" aria-labelledby="t2"><p>@</p></div>',
  ],
  'hidden tab panel': [
    '',
    '<button role="tab" id="u1" aria-controls="q1">Prices</button><div role="tabpanel" id="q1" hidden aria-labelledby="u1"><p>@</p></div>',
  ],
  'tabs by script': [
    '.tab-pane{display:none}.tab-pane.active{display:block}',
    '<div><div class="tab-pane active"><p>First</p></div><div class="tab-pane"><p>@</p></div></div><script src="/tabs.js"></script>',
  ],
  'tabs by onclick': [
    '',
    '<button onclick="open(event, \'London\')">London</button><div id="London" style="display:none"><p>@</p></div>',
  ],
  'folded answer': [
    '.answer{max-height:0;overflow:hidden;transition:max-height .2s}',
    '<button class="ask">What?</button><div class="answer"><p>@</p></div><script src="/faq.js"></script>',
  ],
  'tabs without a script': [
    '.p{display:none}#c:checked ~ .p{display:block}',
    '<div><input type="radio" id="c"><label for="c">Open</label><div class="p"><p>@</p></div></div>',
  ],
  'fades in by an animation': [
    '@keyframes fade{from{opacity:0}to{opacity:1}}.f{opacity:0;animation:fade 1s forwards}',
    '<p class="f">@</p>',
  ],
  'fades in by a script': [
    '.f{opacity:0;transition:opacity .6s}',
    '<p class="f">@</p><script src="/fade.js"></script>',
  ],
  'slides in': ['', '<p style="opacity:0;transform:translateY(20px)">@</p><script src="/app.js"></script>'],
  'a stronger rule shows it': ['p.y{display:none}main p.y{display:block}', '<p class="y">@</p>'],
  'an own style shows it': ['.z{display:none}', '<p class="z" style="display:block">@</p>'],
  'only in print': ['@media print{.w{display:none}}', '<p class="w">@</p>'],
  'only when pointed at': ['.v:hover{opacity:0}', '<p class="v">@</p>'],
  'a child with its own size': ['.gap{font-size:0}.gap p{font-size:16px}', '<div class="gap"><p>@</p></div>'],
  'a visible child': ['', '<div style="visibility:hidden"><p style="visibility:visible">@</p></div>'],
  'clipped to its text': [
    '.g{background:linear-gradient(red,blue);-webkit-background-clip:text;color:transparent}',
    '<p class="g">@</p>',
  ],
  'white on dark': ['.d{background:#222;color:#fff}', '<p class="d">@</p>'],
  'white on a thin veil': ['', '<p style="background:rgba(255,255,255,0.1);color:#fff">@</p>'],
  'white of another part': ['.h{color:#fff}', '<div style="background:#000"><p class="h">@</p></div>'],
  'found by the browser': ['', '<div hidden="until-found"><p>@</p></div>'],
};

export interface HiddenPage {
  name: string;
  html: string;
  /** What the model must not be told, or must be told. */
  word: string;
  isHidden: boolean;
}

const prose =
  'Green tea is steeped for two minutes in water that is no longer boiling, and is poured off at once. '.repeat(12);
const list = Array.from({ length: 14 }, (_, day) => `<li><a href="/d${day}">Day ${day}: ten to six</a></li>`).join('');

/** Each way in a page with an article, and in one without. */
export const hiddenPages: readonly HiddenPage[] = [hidden, shown].flatMap((ways, isShown) =>
  Object.entries(ways).flatMap(([name, [css, html]], at) => {
    const word = `${isShown ? 'SHOWN' : 'HIDDEN'}-${at}`;
    const text = html.replace('@', `${word} is what this paragraph says, in words enough to be read as one.`);
    const head = `<!doctype html><html><head><title>Tea</title><style>${css}</style></head>`;
    const article = `${head}<body><main><h1>Tea</h1><p>${prose}</p>${text}<p>${prose}</p></main></body></html>`;
    const links = `${head}<body><main><ul>${list}</ul>${text}</main></body></html>`;
    return [
      { name: `${name}, in an article`, html: article, word, isHidden: isShown === 0 },
      { name: `${name}, beside links`, html: links, word, isHidden: isShown === 0 },
    ];
  }),
);
