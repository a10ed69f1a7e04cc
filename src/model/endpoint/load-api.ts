import type { ApiName } from '../../records/profile.ts';
import type { ModelApi } from './api.ts';

const apis: Record<ApiName, () => Promise<ModelApi>> = {
  chat: async () => (await import('./chat-api.ts')).chatApi,
  responses: async () => (await import('../responses/responses-api.ts')).responsesApi,
  messages: async () => (await import('../messages/messages-api.ts')).messagesApi,
};

/** Loads the API with this name, without the code of the others. */
export function loadApi(name: ApiName): Promise<ModelApi> {
  return apis[name]();
}
