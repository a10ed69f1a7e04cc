/** Words about model connections: what went wrong and what to do (R6.4, R11.2). `{provider}`, `{model}`, `{detail}` are filled in. */
export const models = {
  en: {
    'error.no_connection': 'No model was connected. Connect one in Settings, then continue, or try the demo.',
    'error.no_key': 'No API key is set for {provider}. Enter one in Settings, or try the demo.',
    'error.locked': 'The key for {provider} is encrypted. Enter your passphrase to unlock it, then continue.',
    'error.auth':
      '{provider} does not accept this API key. Check in Settings that the key is complete, still valid and belongs to {provider}. {detail}',
    'error.quota':
      'The account at {provider} has no credit or allowance left. Top it up or choose another connection in Settings, then continue. {detail}',
    'error.unknown_model':
      '{provider} does not know the model “{model}”, or this key may not use it. Choose another model in Settings. {detail}',
    'error.unreachable':
      '{provider} could not be reached: the network may be down, the address may be wrong, or {provider} does not allow calls from a web page (some do so when the key is wrong). Check your network, the base URL and the key, then press “Test connection” in Settings.',
    'error.bad_request':
      '{provider} refused the request. Check the base URL (most end in “/v1”) and the model in Settings. {detail}',
    'error.no_tools': 'The model “{model}” cannot use tools at {provider}. Choose a model that can in Settings.',
    'error.context_length':
      'The conversation has become too long for the model “{model}”. Choose a model with a larger context in Settings, or start a new session.',
    'error.rate_limit':
      '{provider} asks to slow down: too many requests in a short time. Wait a minute, then continue. {detail}',
    'error.server': '{provider} has a problem of its own at the moment. Wait a little, then continue. {detail}',
    'error.truncated':
      'The reply of {provider} broke off in the middle. Continue to ask again; if it keeps happening, check your network.',
    'error.stalled':
      '{provider} stopped sending in the middle of a reply. Continue to ask again; if it keeps happening, choose another model.',
    'error.bad_response':
      '{provider} sent something that is not a model’s reply. Check the base URL in Settings, and whether a sign-in page of your network is in between. {detail}',
    'error.empty':
      'The model “{model}” sent an empty reply. Continue to ask again, or choose another model in Settings.',
    'error.aborted': 'The call was stopped. Continue when you are ready.',
  },
  zh: {
    'error.no_connection': '当时还没有连接模型。请在设置里连接一个再继续，或先试试演示。',
    'error.no_key': '还没有设置 {provider} 的 API 密钥。请在设置里填写，或先试试演示。',
    'error.locked': '{provider} 的密钥已加密。输入口令解锁后再继续。',
    'error.auth': '{provider} 不接受这个 API 密钥。请在设置里检查密钥是否完整、有效，并且属于 {provider}。 {detail}',
    'error.quota': '{provider} 账户的余额或额度用完了。请充值，或在设置里换一个连接，然后继续。 {detail}',
    'error.unknown_model': '{provider} 没有模型“{model}”，或者这个密钥不能使用它。请在设置里换一个模型。 {detail}',
    'error.unreachable':
      '连不上 {provider}：可能是网络断了、地址不对，或者 {provider} 不允许网页直接调用（有些服务在密钥错误时也会这样）。请检查网络、接口地址和密钥，然后在设置里点“测试连接”。',
    'error.bad_request': '{provider} 拒绝了请求。请在设置里检查接口地址（多数以“/v1”结尾）和模型。 {detail}',
    'error.no_tools': '模型“{model}”在 {provider} 不能使用工具。请在设置里换一个能用工具的模型。',
    'error.context_length': '对话对模型“{model}”来说太长了。请在设置里换一个上下文更长的模型，或新建会话。',
    'error.rate_limit': '{provider} 要求放慢：短时间内请求太多。请等一分钟再继续。 {detail}',
    'error.server': '{provider} 自身暂时有故障。请稍等再继续。 {detail}',
    'error.truncated': '{provider} 的回复中途断了。点“继续”会再问一次；如果总是这样，请检查网络。',
    'error.stalled': '{provider} 回复到一半就没有动静了。点“继续”会再问一次；如果总是这样，请换一个模型。',
    'error.bad_response':
      '{provider} 发回的不是模型的回复。请在设置里检查接口地址，并确认网络没有跳到登录页面。 {detail}',
    'error.empty': '模型“{model}”的回复是空的。点“继续”会再问一次，也可以在设置里换一个模型。',
    'error.aborted': '调用已停止。需要时点“继续”。',
  },
} as const;
