/** What runs at an endpoint, as far as its remedies differ. */
export type ServerKind = 'hosted' | 'ollama' | 'lmstudio' | 'llamacpp' | 'vllm' | 'custom';

/** Causes that need no more words than their code. */
export type PlainCause =
  /** The server wants a key and was given none. */
  | 'key_missing'
  /** The key holds characters that no key has, such as a space in the middle. */
  | 'key_odd'
  /** The browser may not see the answer; a wrong key is the likeliest one. */
  | 'key_hidden'
  /** The browser may not see the answer to a call; anything may stand in it. */
  | 'answer_hidden'
  /** The server is there and lets no page read its answers. */
  | 'no_cors'
  | 'nobody'
  | 'offline'
  /** An https page may not call this http address. */
  | 'mixed_content'
  /** A page that came by http may not call what is nearer than itself. */
  | 'page_insecure'
  /** The model is known, but it is not for conversations. */
  | 'not_chat_model'
  /** The server lists models and takes no chat calls. */
  | 'no_chat'
  | 'no_tools'
  | 'quota'
  | 'context_length'
  | 'loading'
  /** Nothing came within the time limit. */
  | 'silent'
  /** The server answers, the model does not, within the time limit. */
  | 'slow'
  | 'truncated'
  | 'empty'
  | 'stopped';

/** Why a connection does not work. `better`: a base URL that answers where the given one does not. */
export type ConnectionCause =
  | { [Code in PlainCause]: { code: Code } }[PlainCause]
  /** `other`: the provider whose keys begin like this one; `better`: where the provider's keys of another region belong. */
  | { code: 'wrong_key'; other: string | null; better: string | null }
  | { code: 'unknown_model'; nearest: string | null }
  /** No model was named yet. */
  | { code: 'model_missing' }
  /** The preflight is refused for `header`, or for any header where that is empty. */
  | { code: 'header_refused'; header: string }
  | { code: 'local_network'; state: 'prompt' | 'denied' }
  | { code: 'web_page' | 'wrong_path' | 'not_a_model' | 'redirect'; better: string | null }
  | { code: 'rate_limit'; wait_ms: number | null }
  | { code: 'server' | 'refused'; status: number | null };

export type CauseCode = ConnectionCause['code'];

/** What a page cannot always tell apart; the last two are never sure. */
export type AlikeCode =
  | Extract<
      CauseCode,
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
  /** Something between page and server stops the call: an extension, a firewall. */
  | 'blocked'
  | 'certificate';

/** What a test of a connection found (R11.2); `models` are those that the endpoint lists, where it does. */
export type ConnectionFinding =
  | { ok: true; models: string[]; tools: boolean; streaming: boolean }
  | {
      ok: false;
      cause: ConnectionCause;
      /** What looks the same from within a page, the likeliest first and `cause` among it; empty when the cause is sure. */
      alike: AlikeCode[];
      models: string[];
      /** Of `models`, those that come nearest to what was wanted, the nearest first; at most eight. */
      near: string[];
      /** What the endpoint said, without secrets; may be empty. */
      detail: string;
      server: ServerKind;
      /** The page's own origin, which a server has to allow. */
      page: string;
    };
