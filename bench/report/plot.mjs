import { scaleLinear, scaleLog } from 'd3-scale';
import { line } from 'd3-shape';
import { pageClaims } from './claims.mjs';
import { figureText } from './figure-text.mjs';

const width = 960;
const left = { x: 60, y: 72, width: 300, height: 330 };
const right = { x: 690, y: 72, row: 35, width: 210 };
const labelHeight = 16;
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const text = (x, y, words, more = '') => `<text x="${x}" y="${y}" ${more}>${escaped(words)}</text>`;

const style = `
  svg { font: 13px ui-sans-serif, system-ui, 'Segoe UI', 'Noto Sans', sans-serif; }
  .paper { fill: #faf8f4; stroke: #e5e0d6; } text { fill: #57534a; } .head { fill: #23211c; font-weight: 600; }
  .grid { stroke: #e5e0d6; } .other { stroke: #8c867a; fill: #8c867a; } .own { stroke: #47652f; fill: #47652f; }
  .own-text { fill: #47652f; font-weight: 600; } .bound { stroke: #865400; } .missed { fill: #a3341f; } path.own, path.other { fill: none; }
  .base { fill: #f1eee7; }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #1a1916; stroke: #33302b; } text { fill: #b8b2a6; } .head { fill: #ebe7de; }
    .grid { stroke: #33302b; } .other { stroke: #79746a; fill: #79746a; } .own { stroke: #a5c482; fill: #a5c482; }
    .own-text { fill: #a5c482; } .bound { stroke: #e0b160; } .missed { fill: #ee9383; } .base { fill: #232220; }
  }`;

/**
 * Returns an SVG: the cost of plans of growing size for each program, and each figure of the page relative to its
 * bound.
 */
export function plot({ comparison, page }) {
  const height = Math.max(left.y + left.height + 56, right.y + right.row * pageClaims.length + 40);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="What plans cost, and what the page takes">
<style>${style}
</style>
<rect class="paper" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="12" />
${comparison ? costs(comparison) : ''}
${page ? shares(page) : ''}
</svg>
`;
}

function costs(of) {
  const sizes = [5, 20, 100];
  const lines = of
    .who('cost')
    .map((who) => ({ who, points: sizes.map((n) => [n, of.value(who, 'cost', { n })]).filter(([, cost]) => cost > 0) }))
    .filter(({ points }) => points.length > 0);
  if (lines.length === 0) return '';
  const all = lines.flatMap(({ points }) => points.map(([, cost]) => cost));
  const x = scaleLog([5, 100], [left.x, left.x + left.width]);
  const y = scaleLog([0.8 * Math.min(...all), 1.2 * Math.max(...all)], [left.y + left.height, left.y]);
  const marks = y.ticks(4).filter((tick) => Number.isInteger(Math.log10(tick)));
  const curve = line(
    ([n]) => x(n),
    ([, cost]) => y(cost),
  );
  const ends = spread(lines.map(({ who, points }) => ({ who, at: y(points.at(-1)[1]) })));
  return [
    text(left.x, 32, 'Cost of a chain of steps, in tokens', 'class="head"'),
    text(left.x, 50, 'uncached prompt + 0.1 × cached + 8 × output'),
    ...marks.map((tick) => `<path class="grid" d="M${left.x},${y(tick)}h${left.width}" />`),
    ...marks.map((tick) => text(left.x - 8, y(tick) + 4, short(tick), 'text-anchor="end"')),
    ...sizes.map((n) => text(x(n), left.y + left.height + 22, n === 5 ? '5 steps' : String(n), 'text-anchor="middle"')),
    ...lines.map(({ who, points }) => `<path class="${kind(who)}" stroke-width="2" d="${curve(points)}" />`),
    ...lines.flatMap(({ who, points }) =>
      points.map(([n, cost]) => `<circle class="${kind(who)}" cx="${x(n)}" cy="${y(cost)}" r="3" />`),
    ),
    ...ends.map(({ who, at }) =>
      text(left.x + left.width + 10, at + 4, who, kind(who) === 'own' ? 'class="own-text"' : ''),
    ),
  ].join('\n');
}

const kind = (who) => (who.startsWith('Cairn') ? 'own' : 'other');

const short = (tick) => (tick >= 1e6 ? `${tick / 1e6} M` : tick >= 1e3 ? `${tick / 1e3} k` : String(tick));

/** Returns the labels in their order, with overlapping ones moved apart. */
function spread(labels) {
  const placed = [...labels].sort((a, b) => a.at - b.at);
  for (let round = 0; round < 200; round += 1)
    for (const [nth, label] of placed.entries()) {
      const before = placed[nth - 1];
      const lacks = before ? before.at + labelHeight - label.at : 0;
      if (lacks <= 0) continue;
      before.at -= lacks / 2;
      label.at += lacks / 2;
    }
  return placed;
}

function shares(of) {
  const x = scaleLinear([0, 1], [right.x, right.x + right.width]);
  const rows = pageClaims
    .map(({ value, bound, short: name, unit }) => ({ name, unit, value: value(of), ...bound?.(of) }))
    .map((row) => ({ ...row, share: row.least === undefined ? row.value / row.most : row.least / row.value }))
    .filter(({ share }) => Number.isFinite(share));
  return [
    text(right.x, 32, 'The page itself', 'class="head"'),
    text(right.x, 50, 'as a share of what it may take'),
    ...rows.flatMap(({ name, value, unit, share }, nth) => {
      const top = right.y + nth * right.row;
      const length = (x(Math.min(share, 1.15)) - right.x).toFixed(1);
      const bar = `x="${right.x}" y="${top + 14}" height="7" rx="2" stroke="none"`;
      return [
        text(right.x, top + 8, name),
        text(right.x + right.width, top + 8, `${figureText(value)} ${unit}`, 'text-anchor="end"'),
        `<rect class="base" ${bar} width="${right.width}" />`,
        `<rect class="${share > 1 ? 'missed' : 'own'}" ${bar} width="${length}" />`,
        `<path class="bound" stroke-width="2" d="M${x(1)},${top + 12}v11" />`,
      ];
    }),
  ].join('\n');
}
