import type { Template } from '../../plan/template.ts';
import { exportPlan } from '../../formats/plan-file/export-plan.ts';
import type { App } from '../app/app.svelte.ts';
import { ObservableState } from '../app/observable-state.svelte.ts';
import { safeFileName } from '../../records/file-name.ts';
import { saveRunAsTemplate } from '../../engine/save-template.ts';
import { shippedTemplates, type ShippedTemplate } from './shipped-templates.ts';
import { saveOrToast } from '../app/toasts.svelte.ts';
import type { Run } from '../../task/run.ts';

type Host = Pick<App, 'dependencies' | 'words' | 'toasts'>;

/** The templates that a session can start from: the person's own, and those that come with the app. */
export class Templates {
  readonly #app: Host;
  readonly #own: ObservableState<readonly Template[] | null>;
  readonly shipped: Promise<readonly ShippedTemplate[]>;

  constructor(app: Host) {
    this.#app = app;
    this.#own = new ObservableState<readonly Template[] | null>(app.dependencies.stores.templates.list(), null);
    this.shipped = shippedTemplates(app.words.language);
  }

  /** The person's own templates; null until they are read. */
  get own(): readonly Template[] | null {
    return this.#own.current;
  }

  get unreadable(): boolean {
    return this.#own.fault !== null;
  }

  /** Stores the plan of a run as a template and shows a toast; returns true if it was stored. */
  readonly save = (run: Run, name: string): Promise<boolean> => {
    const { dependencies, toasts, words } = this.#app;
    return saveOrToast(this.#app, async () => {
      const savedTemplate = await saveRunAsTemplate(run, name, dependencies);
      toasts.tell(words.t('templates.saved', { name: savedTemplate.name }));
    });
  };

  /** Downloads a template as `plan.json`. */
  readonly download = ({ name, plan }: Template): void => {
    this.#app.dependencies.saveFile(`${safeFileName(name)}.json`, 'application/json', exportPlan(plan));
  };

  /** Deletes a template and offers undo. */
  readonly remove = async (template: Template): Promise<void> => {
    const { dependencies, toasts, words } = this.#app;
    const { templates } = dependencies.stores;
    if (!(await saveOrToast(this.#app, () => templates.remove(template.id)))) return;
    toasts.tell(words.t('templates.deleted', { name: template.name }), {
      label: words.t('shell.undo'),
      run: () => void saveOrToast(this.#app, () => templates.save(template)),
    });
  };
}
