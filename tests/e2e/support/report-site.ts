import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pdfFile } from '../../fixtures/pdf-file.ts';

/** The years that have a page of their own, with revenue and profit in millions. */
export const yearlyFigures: readonly (readonly [year: number, revenue: number, profit: number])[] = [
  [2020, 1210.5, 96.2],
  [2021, 1304.1, 121.7],
  [2022, 1498.8, -12.4],
  [2023, 1622.3, 140.9],
  [2024, 1805.6, 188.3],
];

const figure = (value: number) => value.toLocaleString('en');

const page = (year: number, revenue: number, profit: number) => `<!doctype html><html lang="en"><head>
<title>Annual report ${year} – Acme</title></head><body><nav><a href="/">Home</a></nav>
<div class="cookie-consent" role="dialog" aria-label="Cookie consent"><p>We value your privacy and use cookies.</p>
<button>Accept all cookies</button></div>
<main><article><h1>Annual report ${year}</h1>
<p>In ${year} the company went on selling tools to people who build things, in more countries than in the year before.</p>
<table><thead><tr><th>Year</th><th>Revenue</th><th>Profit</th></tr></thead>
<tbody><tr><td>${year}</td><td>${figure(revenue)}</td><td>${figure(profit)}</td></tr></tbody></table>
<p>All figures are in millions of euros and were looked over by an auditor, as in each of the years since the founding.</p>
</article></main><footer>Imprint and cookie settings</footer></body></html>`;

/** Five yearly reports as pages with a cookie banner, an older one as PDF, and a history as CSV. */
export class ReportSite {
  readonly #server: Server;

  private constructor() {
    const files = new Map<string, [mime: string, body: string | Buffer]>(
      yearlyFigures.map(([year, ...figures]) => [`/${year}.html`, ['text/html', page(year, ...figures)]]),
    );
    const old = pdfFile({
      pages: [['Annual report 2019', ['Year', 'Revenue', 'Profit'], ['2019', '1,150.0', '88.1']]],
    });
    files.set('/2019.pdf', ['application/pdf', old]);
    files.set('/history.csv', ['text/csv', 'Year,Revenue,Profit\n2017,980.4,70.2\n2018,1040.9,79.5\n']);
    this.#server = createServer((request, response) => {
      const [mime, body] = files.get(request.url ?? '') ?? ['text/plain', 'Nothing is here.'];
      response.writeHead(files.has(request.url ?? '') ? 200 : 404, {
        'Content-Type': mime,
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Headers': '*',
      });
      response.end(body);
    });
  }

  static async start(): Promise<ReportSite> {
    const site = new ReportSite();
    await new Promise<void>((resolve) => site.#server.listen(0, '127.0.0.1', resolve));
    return site;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
