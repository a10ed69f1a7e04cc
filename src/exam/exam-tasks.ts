import type { ModelExamTask } from './exam-task.ts';
import {
  finishStepExamTask,
  nestedCallExamTask,
  askUserExamTask,
  twoCallsExamTask,
  workaroundExamTask,
} from './call-exam-tasks.ts';
import { changePlanExamTask, finishTaskExamTask, keepPlanExamTask, makePlanExamTask } from './plan-exam-tasks.ts';
import { chineseTextExamTask, promptInjectionExamTask, longTextExamTask } from './reading-exam-tasks.ts';
import { noteTool } from './tools.ts';

const numberInImage = '7294';

const image: ModelExamTask = {
  name: 'image',
  mends: [],
  goal: () => 'Note the number that is written in the image number.jpg',
  steps: [{ description: 'Look at the image number.jpg and note with the tool note the number that is written in it' }],
  tools: [noteTool],
  image: {
    name: 'number.jpg',
    content:
      'data:image/jpeg;base64,/9j/2wBDABsbGxscGx4hIR4qLSgtKj04MzM4PV1CR0JHQl2NWGdYWGdYjX2Xe3N7l33gsJycsOD/2c7Z////////////////2wBDARsbGxscGx4hIR4qLSgtKj04MzM4PV1CR0JHQl2NWGdYWGdYjX2Xe3N7l33gsJycsOD/2c7Z////////////////wgARCABgAPADASIAAhEBAxEB/8QAGwABAAIDAQEAAAAAAAAAAAAAAAUGAwQHAgH/xAAUAQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIQAxAAAACzAAAAAAAAAAAAAAAAhoeZiTw96pnlKhZyywc5SD3glvZoWegejo75omKvRE6a0yqR0xXbEAR9ejMBZbNQ74AAAKjbObDpNSt4ANQq0P7li5QFgiSk3+gWItXObfSzZ6FzTpYqE5TyUiuic7Nm90S9gAAFYrWSSLbsgIY2aP4mjFdgArMF0MULD0HnQ6PTbkc8moDwXml4vht3SgSRegAICfwHOr772z6Bz/oGsc8dAHP3QBlz/BzjcuGmU/NcZE8ewAc76JqlOvevsAAAAAAAAAAAAAAAAH//xAA9EAACAQMBAgkIBwkAAAAAAAABAgMABAUREDEGEhMUFSAiUXIjNDVBUlRzohYhMDJxgpIzQkNQU2BhYoH/2gAIAQEAAT8A/n2Zyd1ZTxJCRoUrp/I96V0/ke9K6fyPeldP5HvSsRlLu8ujHKV0CbL3PmCaSGKAaoafO5F90gSulsj709Q5+/jPbKyVYZSC/Gg7MnrTbf5qC0JiiHHkqTOZF90oSlzOSU+cVZcIdSEuk/OKBDAEEEHcepl8nzGMLHoZnrp/I96VYZm9nvIInKaMetmMXcX00bxFAAlfR2/9uGvo7f8Atw1eYm5souVleLZwbtyZJrj8my5tLi6yV2sMZbypqDg2++eepuDfYJhnqSN4nZHUhlOhFQTPbzJKh0ZTrUbiREcbmUEVlbk2dmWH337KUSTWKxHPlMsrkR1d8HohEWtnfj7OD18dTaP+KbbieO2heWQ9lRVzcSXU7zPvaiCpII0IOhFYn0ja+P7HP3fLXXIjdFSqWYKo1JOgFWNsLS1ih7h9ewKF10AGp1253idIyady7LRClpbod4iQVwZPmg8ezDkDGW+y40E82m7lGqxlMN5byd0g25vIc5m5FD5KOsHjucy8vIPJJV353c/FesT6RtfH9he3ItLWWbuFMxZizHUk6k1gLTlrrljui6uRyMVhF3yHctSSPLI8jnVmOpNYjHm6mErjyKbM/bmW0WUb4jsw+XjtIzBPrxKu8/aJEwgJd630DoQdmbyHNYORjPlZKtLaS7nSFPXUEMdvEkUY0VRV353c/FesT6RtfH9hwiu+PKlsNybMXai0so0/ePafqZPLR2QKJo01SyyTO0kjFmO81jcXJeEO+qw1HGkSKkahVUaAbCAQQRqDV/gJAS9p+ins7tDo1vKPymocZfTnRLd6u7c2s7QlwxXTWoUMk0Se04Gy7nkuLmWSQ6ktWJvsdYxEuWMz10/ju96uHEk8zruaRiKsJkgvIJX+6rVBmbKeVIkL6t1p5lghklfcik1NK80ryue07EmsNac6vU9iPtnqZXMi21gt/rlpmZ2LMSSTqSaxeMjnIluZFWOlltkUKskYAGgAIrl4P6qfqFAggEHUUSACTSOkihkcMp9YOuy7vILKEvIfwFTStPLJK+92JNYK25W8Ep+5FskB5R/Ea0NaHbifSNt4utwiu9BHajxPswlpzazDEduXtdTIef3fxn6uL9HWvgqb9jJ4DUc0sJ1jkZD3qdK6VyPvT1JLJK3GkdnbvJ1q1s57uQJEv4n1CrKzjsoBEn/T1bvzu5+K9Yn0ja+Prz4uwuJTLLDq5/2NdCYz3b526smIx0rvI8GrMfaNdCYv3b52roTF+7fO1dCYv3b52roTF+7fO1RRpDGsaDRVGgFb6lwuOl/g8TwU/B2x9Uk1R4DHp6neo444lCxoFUeoDrPhsa7s7QfO1RYmwgkWSODR1/yf7A//xAAUEQEAAAAAAAAAAAAAAAAAAABg/9oACAECAQE/ADX/xAAUEQEAAAAAAAAAAAAAAAAAAABg/9oACAEDAQE/ADX/2Q==',
  },
  verdict: ({ run, calls }) => {
    const noted = calls[0];
    if (noted) return String(noted.input.text).includes(numberInImage);
    return run.plan.steps[0]?.status === 'completed' || run.plan.steps[0]?.status === 'failed' ? false : null;
  },
};

/** The tasks of the exam, in the order in which they are listed and run. */
export const examTasks: readonly ModelExamTask[] = [
  makePlanExamTask,
  nestedCallExamTask,
  twoCallsExamTask,
  workaroundExamTask,
  askUserExamTask,
  changePlanExamTask,
  keepPlanExamTask,
  finishStepExamTask,
  finishTaskExamTask,
  promptInjectionExamTask,
  chineseTextExamTask,
  longTextExamTask,
  image,
];
