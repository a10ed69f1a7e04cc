import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlanFile } from '../../../e2e/support/cairn.ts';
import { readTables, type Tables } from '../../../e2e/support/stored-tables.ts';
import type { Target } from './in-page.ts';
import { Visitor, type TargetPath } from './visitor.ts';

export const button = (name: string): Target => ({ role: 'button', name });
export const dialog = (name?: string): Target => ({ role: 'dialog', ...(name === undefined ? {} : { name }) });
export const tabPanel = (name: string): Target => ({ role: 'tabpanel', name });

/** A person who uses Cairn in any engine, by the accessible names of the specification's section 15. */
export class CairnVisitor extends Visitor {
  /** What is typed goes through the keyboard: the way in which a person connects a model. */
  async enterKey({ baseUrl, model }: { baseUrl: string; model: string }, keep?: string): Promise<void> {
    await this.fill({ role: 'combobox', name: 'Provider' }, 'custom');
    await this.type({ role: 'textbox', name: 'Base URL' }, baseUrl);
    await this.type({ role: 'textbox', name: 'API key' }, 'sk-test-0123456789');
    await this.type({ selector: 'input', name: 'Model' }, model);
    if (keep) await this.click({ role: 'radio', name: keep });
    await this.click(button('Save'));
    await this.see({ role: 'textbox', name: 'Message' }, undefined, 20_000);
  }

  async goOnWithoutKey(): Promise<void> {
    await this.click(button('Go on without a key'));
    await this.see({ role: 'textbox', name: 'Message' });
  }

  /** Carries out the demo, with its pauses switched off: answers its question, and allows what it asks for. */
  async playDemo(): Promise<void> {
    await this.evaluate(() => localStorage.setItem('cairn.demo_pace', '0'));
    await this.click(button('Try the demo'));
    await this.click(button('To the lake'));
    await this.approve('Allow once', 'second choice');
    await this.planStatus('completed', 30_000);
  }

  async send(text: string): Promise<void> {
    await this.type({ role: 'textbox', name: 'Message' }, text);
    const isTouch = await this.evaluate(() => matchMedia('(hover: none) and (pointer: coarse)').matches);
    await (isTouch ? this.click({ role: 'button', name: 'Send' }) : this.press('Enter'));
  }

  async turnTo(name: string): Promise<void> {
    await this.click({ role: 'tab', name });
    await this.see({ role: 'tab', name }, ({ attributes }) => attributes['aria-selected'] === 'true');
  }

  async planStatus(status: string, time?: number): Promise<void> {
    await this.see({ selector: '[data-plan-status]' }, (seen) => seen.attributes['data-plan-status'] === status, time);
  }

  /** The steps by what they say, in their order. */
  async order(wanted: string[]): Promise<void> {
    await this.until(
      steps,
      (all) => all.length === wanted.length && all.every(({ text }, at) => text.includes(wanted[at]!)),
    );
  }

  async stepStatuses(wanted: string[]): Promise<void> {
    await this.until(
      steps,
      (all) => JSON.stringify(all.map(({ attributes }) => attributes['data-step-status'])) === JSON.stringify(wanted),
    );
  }

  async conversationSays(text: string): Promise<void> {
    await this.see({ role: 'log', name: 'Conversation', text });
  }

  async approve(decision: string, about: string): Promise<void> {
    await this.see({ role: 'group', name: 'Approval', text: about });
    await this.click([{ role: 'group', name: 'Approval' }, button(decision)]);
    await this.until({ role: 'group', name: 'Approval', text: about }, (all) => all.length === 0);
  }

  async settings(section: string): Promise<void> {
    if ((await this.look(dialog('Settings'))).length === 0) await this.click(button('Settings'));
    await this.click([dialog('Settings'), { role: 'navigation' }, button(section)]);
  }

  async exportPlan(): Promise<{ bytes: Buffer; plan: PlanFile }> {
    const bytes = await this.download('plan.json', () => this.click(button('Export plan.json')));
    return { bytes, plan: JSON.parse(bytes.toString()) as PlanFile };
  }

  /** Puts a file of that name into the file field, once the field is there: it may come with a part that loads late. */
  async choose(selector: string, name: string, content: string | Buffer): Promise<void> {
    const path = join(await mkdtemp(join(tmpdir(), 'cairn-chosen-')), name);
    await writeFile(path, content);
    await this.until({ selector }, (all) => all.length > 0);
    await this.tab.setFiles(selector, [path]);
  }

  /** The handle of the step that says this. */
  handle(text: string): TargetPath {
    return [
      { ...steps, text },
      { role: 'button', pattern: '^Move step \\d+' },
    ];
  }

  async landed(): Promise<void> {
    await this.until({ selector: '[role=status]' }, (all) =>
      all.some(({ text }) => /Dropped at|Move cancelled/.test(text)),
    );
  }

  /** All of the page's database, read past the app. */
  tables(): Promise<Tables> {
    return this.evaluate(readTables);
  }
}

const steps: Target = { selector: '[aria-label="Steps"] [data-step-id]' };
