import '../../values/without-eval.ts';
import { mount } from 'svelte';
import '../style.css';
import { Translator } from '../app/translator.svelte.ts';
import { parseSavedSession } from './saved-page-content.ts';
import { viewerElementIds } from '../../task/session-rows.ts';
import Viewer from './Viewer.svelte';

const words = new Translator();
const record = parseSavedSession(document.getElementById(viewerElementIds.record)?.textContent ?? '');
const office = JSON.parse(document.getElementById(viewerElementIds.office)?.textContent ?? '{}') as Record<
  string,
  string
>;
void words
  .setLanguage(document.documentElement.lang.startsWith('zh') ? 'zh' : 'en')
  .then(() => mount(Viewer, { target: document.body, props: { record, words, office } }));
