import type { ApiName } from './profile.ts';
/** The kind of server at an endpoint; each kind has its own remedies. */
export type ServerKind = 'hosted' | 'ollama' | 'lmstudio' | 'llamacpp' | 'vllm' | 'custom';

/** The causes of a connection problem whose explanation needs no parameters. */
export type CauseWithoutParams =
  /** The server requires a key and got none. */
  | 'key_missing'
  /** The key contains characters that no key has, such as a space in the middle. */
  | 'key_odd'
  /** The browser hides the answer (CORS); a wrong key is the most likely reason. */
  | 'key_hidden'
  /** The browser hides the answer to a call (CORS); its content is unknown. */
  | 'answer_hidden'
  /** The server is reachable but sends no CORS headers. */
  | 'no_cors'
  | 'nobody'
  | 'offline'
  /** An https page may not call this http address. */
  | 'mixed_content'
  /** A page served over http may not call a host in a more private address space. */
  | 'page_insecure'
  /** The model exists, but is not a chat model. */
  | 'not_chat_model'
  /** The server lists models but accepts no chat calls. */
  | 'no_chat'
  | 'no_tools'
  | 'quota'
  | 'context_length'
  | 'loading'
  /** No answer came within the time limit. */
  | 'silent'
  /** The server answers, but the model does not within the time limit. */
  | 'slow'
  | 'part_missing'
  | 'truncated'
  | 'empty'
  | 'stopped';

/** Why a connection does not work. `better`: a base URL that works instead of the given one. */
export type ConnectionCause =
  | { [Code in CauseWithoutParams]: { code: Code } }[CauseWithoutParams]
  /** `other`: the provider whose keys begin like this one; `better`: the base URL of the key's region. */
  | { code: 'wrong_key'; other: string | null; better: string | null }
  | { code: 'unknown_model'; nearest: string | null }
  /** No model has been named yet. */
  | { code: 'model_missing' }
  /** The preflight is refused for `header`, or for any header if that is empty. */
  | { code: 'header_refused'; header: string }
  | { code: 'local_network'; state: 'prompt' | 'denied' }
  | { code: 'web_page' | 'wrong_path' | 'not_a_model' | 'redirect'; better: string | null }
  /** Browsers refuse the port of the address. */
  | { code: 'barred_port'; port: string }
  | { code: 'rate_limit'; wait_ms: number | null }
  | { code: 'server' | 'refused'; status: number | null };

export type ConnectionCauseCode = ConnectionCause['code'];

/** Causes that a page cannot always tell apart; the last three are never certain. */
export type IndistinguishableCause =
  | Extract<
      ConnectionCauseCode,
      | 'key_hidden'
      | 'no_cors'
      | 'header_refused'
      | 'answer_hidden'
      | 'unknown_model'
      | 'wrong_path'
      | 'nobody'
      | 'local_network'
      | 'page_insecure'
      | 'mixed_content'
    >
  /** Something between page and server blocks the call: an extension or a firewall. */
  | 'blocked'
  | 'certificate'
  /** The server may answer to http only. */
  | 'plain_http';

/** The result of a connection test; `models` are those that the endpoint lists, if it does. */
export type ConnectionFinding =
  /** `api`: an API that was found to work better than the one tried first. */
  | { ok: true; models: string[]; tools: boolean; streaming: boolean; api?: ApiName }
  | {
      ok: false;
      cause: ConnectionCause;
      /**
       * The causes that a page cannot tell from `cause`, the most likely first and `cause` among them; empty if the
       * cause is certain.
       */
      alike: IndistinguishableCause[];
      models: string[];
      /** The names in `models` nearest to the requested one, nearest first; at most eight. */
      near: string[];
      /** The endpoint's own message, without secrets; may be empty. */
      detail: string;
      server: ServerKind;
      /** The page's own origin, which a server has to allow. */
      page: string;
    };
