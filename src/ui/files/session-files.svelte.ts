import { type FileMetadata, type SessionFile, fileIdOfExtractedText } from '../../records/session-file.ts';
import {
  type DecodedFile,
  decodeExternalText,
  decodeFile,
  encodings,
  type TextEncoding,
} from '../../records/decode-file.ts';
import { bytesFromDataUrl } from '../../records/mime-of-name.ts';
import { isRenamedOnly, type OfficeFormat } from '../../records/written-office.ts';
import { type OutgoingFileParts, outgoingFile } from '../../formats/office/outgoing-file.ts';
import { addFiles, hasTextWithin, keepText } from './add-files.ts';
import { filesBeingRead } from './files-being-read.svelte.ts';
import { isOfficeFileWithoutText, unreadableKind } from '../../records/unreadable-kind.ts';
import { isBase64DataUrl } from '../../values/holds-bytes.ts';
import type { App } from '../app/app.svelte.ts';
import { ObservableState } from '../app/observable-state.svelte.ts';
import { sessionCopyPaths } from '../../engine/session-copy.ts';
import { safeFileName } from '../../records/file-name.ts';
import { saveOrToast } from '../app/toasts.svelte.ts';

/** The files of one session; null until they are read. */
export class SessionFiles {
  readonly #app: Pick<App, 'dependencies' | 'words' | 'toasts'> & Partial<Pick<App, 'show'>>;
  readonly #session: string;
  readonly #heads: ObservableState<readonly FileMetadata[] | null>;
  readonly written = $derived.by(() => this.#heads.current?.filter((file) => file.kind === 'file') ?? null);
  readonly kept = $derived.by(() => this.#heads.current?.filter((file) => file.kind === 'artifact') ?? null);

  constructor(app: Pick<App, 'dependencies' | 'words' | 'toasts'> & Partial<Pick<App, 'show'>>, sessionId: string) {
    this.#app = app;
    this.#session = sessionId;
    this.#heads = new ObservableState<readonly FileMetadata[] | null>(
      app.dependencies.stores.files.list(sessionId),
      null,
    );
  }

  get unreadable(): boolean {
    return this.#heads.fault !== null;
  }

  /** Returns the file with its content; null, with a toast, if it has been deleted or cannot be read. */
  readonly read = async (id: string): Promise<SessionFile | null> => {
    const { dependencies, toasts, words } = this.#app;
    const file = await dependencies.stores.files.get(id).catch(() => undefined);
    if (!file) toasts.refuse(words.t('files.gone'));
    return file ?? null;
  };

  /** Returns the extracted texts of a file: one of a PDF, several of a workbook with several sheets. */
  readonly textsOf = async (id: string): Promise<SessionFile[]> => {
    const { files } = this.#app.dependencies.stores;
    const heads = this.kept?.filter((file) => fileIdOfExtractedText(file.id) === id) ?? [];
    const texts = await Promise.all(heads.map((head) => files.get(head.id).catch(() => undefined)));
    return texts.filter((text) => text !== undefined);
  };

  /** True for a file that no tool can read; not while its text is being read. */
  isUnreadable(file: FileMetadata): boolean {
    if (file.kind !== 'file') return false;
    const heads = this.#heads.current ?? [];
    return unreadableKind(file) !== null || (isOfficeFileWithoutText(heads, file) && !filesBeingRead.has(file.id));
  }

  /**
   * Returns why a file cannot be read, as it was said when it was added; null if it can be. The text of a file whose
   * reading was cut short is stored now.
   */
  readonly whyUnreadable = async (file: SessionFile): Promise<string | null> => {
    const { name } = file;
    if (!isBase64DataUrl(file.content) || filesBeingRead.has(file.id)) return null;
    const kind = unreadableKind(file);
    if (kind !== null) return this.#app.words.t(`files.no_reader.${kind}`, { name });
    if (!hasTextWithin(file)) return null;
    filesBeingRead.add(file.id);
    const notes = await keepText(this.#app, file).finally(() => filesBeingRead.delete(file.id));
    return notes[0]?.text ?? null;
  };

  /** Downloads a file under its name without folders, since browsers cannot create those. */
  readonly download = async (id: string): Promise<void> => {
    const file = await this.read(id);
    if (file) await this.#save(file, file.name);
  };

  /** Downloads a text as a file of Word or Excel. */
  readonly downloadAs = async (id: string, format: OfficeFormat): Promise<void> => {
    const file = await this.read(id);
    if (file) await this.#save(file, `${file.name.replace(/\.\w{1,8}$/, '')}.${format}`, format);
  };

  async #save(file: SessionFile, name: string, format?: OfficeFormat): Promise<void> {
    const { dependencies, toasts, words } = this.#app;
    const outgoing = await outgoingFile(file, this.#outgoingParts, format).catch(() => null);
    if (!outgoing) {
      toasts.refuse(words.t('files.not_packed', { name: lastPart(name) }));
      return;
    }
    dependencies.saveFile(lastPart(name), outgoing.mime, outgoing.content);
    if (outgoing.cut > 0) toasts.refuse(words.t('files.cells_cut', { name: lastPart(name), n: outgoing.cut }));
  }

  get #outgoingParts(): OutgoingFileParts {
    const { dependencies } = this.#app;
    return {
      files: dependencies.stores.files,
      pngOfSvg: async (svg) => (await dependencies.fileWriters()).pngOfSvg(svg),
      writeOffice: async (request) => (await dependencies.fileWriters()).writeOffice(request),
      withoutApiKeys: (value) => dependencies.withoutApiKeys(value),
    };
  }

  /** Downloads an SVG as PNG, for programs that cannot render SVG. */
  readonly downloadPng = async (id: string): Promise<void> => {
    const { dependencies, toasts, words } = this.#app;
    const file = await this.read(id);
    if (!file) return;
    const writers = await dependencies.fileWriters().catch(() => null);
    const png = await writers?.pngOfSvg(file.content).catch(() => null);
    if (!png) toasts.refuse(words.t('files.no_png', { name: file.name }));
    else dependencies.saveFile(lastPart(file.name).replace(/\.svg$/i, '.png'), 'image/png', png);
  };

  /**
   * Downloads the session's written and added files as one zip with their folders, without results that tools stored.
   */
  readonly downloadAll = async (): Promise<void> => {
    const { dependencies, toasts, words } = this.#app;
    const { stores } = dependencies;
    try {
      const [own, session] = await Promise.all([stores.files.own(this.#session), stores.sessions.get(this.#session)]);
      const paths = sessionCopyPaths(own, []);
      const files = [];
      for (const file of own) {
        const name = paths.get(file.id)?.join('/') ?? safeFileName(file.name);
        const outgoing = await outgoingFile(file, this.#outgoingParts).catch(() => null);
        if (outgoing) files.push({ ...file, name, ...outgoing });
        else toasts.refuse(words.t('files.not_packed', { name: lastPart(file.name) }));
      }
      await dependencies.saveZip(`${safeFileName(session?.title || 'cairn')}.zip`, files);
    } catch {
      toasts.refuse(words.t('panes.not_read'));
    }
  };

  readonly add = (picked: readonly File[]): Promise<void> => addFiles(this.#app, this.#session, picked);

  /** Returns the encoding in which an added text was read if it was guessed; null if there is nothing to choose. */
  encodingOf({ content, original }: SessionFile): TextEncoding | '' | null {
    if (original === undefined) return null;
    const bytes = bytesFromDataUrl(original);
    const { encoding, guessed, lost, text } = decodeExternalText(bytes, null);
    if (!guessed && lost === 0) return null;
    const guess = guessed && text === content ? encodings.find((each) => each === encoding.toLowerCase()) : undefined;
    return guess ?? encodings.find((each) => isTextOf(decodeFile(bytes, each), content)) ?? '';
  }

  /** Reads an added text again in the encoding that the person chose; null, with a toast, if that is not possible. */
  readonly readAs = async (file: SessionFile, encoding: TextEncoding): Promise<SessionFile | null> => {
    const { dependencies, toasts, words } = this.#app;
    if (file.original === undefined) return null;
    const decodedFile = decodeFile(bytesFromDataUrl(file.original), encoding);
    if (!decodedFile.ok) {
      toasts.refuse(words.t('files.not_in', { name: file.name }));
      return null;
    }
    const redecodedFile = await dependencies.withoutApiKeys<SessionFile>({ ...file, content: decodedFile.text });
    const rewritten: boolean[] = [];
    await saveOrToast(this.#app, async () => {
      rewritten.push(await dependencies.stores.files.rewrite(file.id, file.content, redecodedFile.content));
    });
    if (rewritten[0] === false) toasts.refuse(words.t('files.changed_since', { name: file.name }));
    if (!rewritten[0]) return null;
    return redecodedFile;
  };

  /** Renames a file within its folder, keeps the extension if none was typed, and offers undo. */
  readonly rename = async ({ id, name, mime }: FileMetadata, typedName: string): Promise<void> => {
    const { dependencies, toasts, words } = this.#app;
    const { files } = dependencies.stores;
    const [own, ending] = [lastPart(name), /\.\w{1,8}$/];
    const newFileName = typedName.trim();
    if (newFileName === '' || newFileName === own) return;
    const whole = ending.test(newFileName) ? newFileName : `${newFileName}${ending.exec(own)?.[0] ?? ''}`;
    const folder = name.slice(0, name.length - own.length);
    await saveOrToast(this.#app, async () => {
      const renamed = await files.rename(id, `${folder}${safeFileName(whole)}`);
      if (renamed === null || renamed === name) return;
      toasts.tell(
        words.t(isRenamedOnly({ name, mime }, renamed) ? 'files.renamed_only' : 'files.renamed', { name, to: renamed }),
        {
          label: words.t('shell.undo'),
          run: () =>
            void saveOrToast(this.#app, async () => {
              await files.rename(id, name);
            }),
        },
      );
    });
  };

  /** Deletes a file and offers undo. */
  readonly remove = async ({ id, name }: FileMetadata): Promise<void> => {
    const { dependencies, toasts, words } = this.#app;
    const { clock, stores } = dependencies;
    if (!(await saveOrToast(this.#app, () => stores.files.remove(id, clock.now())))) return;
    toasts.tell(words.t('files.deleted', { name }), {
      label: words.t('shell.undo'),
      run: () => void saveOrToast(this.#app, () => stores.files.remove(id, null)),
      restores: id,
    });
  };
}

const isTextOf = (decodedFile: DecodedFile, content: string) => decodedFile.ok && decodedFile.text === content;

const lastPart = (name: string) => name.slice(name.lastIndexOf('/') + 1);
