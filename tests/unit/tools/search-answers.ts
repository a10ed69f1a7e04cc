/** What search services really answer, cut to what matters: their shapes as their documentation has them. */
export const answers = {
  wikipedia: {
    batchcomplete: true,
    continue: { sroffset: 8, continue: '-||' },
    query: {
      searchinfo: { totalhits: 1394 },
      search: [
        {
          ns: 0,
          title: 'Cairn',
          pageid: 7145,
          snippet:
            'A <span class="searchmatch">cairn</span> is a human-made pile (or stack) of <span class="searchmatch">stones</span> &amp; &quot;slabs&quot; raised for a purpose',
          timestamp: '2025-12-01T10:00:00Z',
        },
        {
          ns: 0,
          title: 'What Is Art? & Other C++ essays',
          pageid: 1,
          snippet: 'about\n<span class="searchmatch">stones</span>',
          timestamp: '2025-12-01T10:00:00Z',
        },
        { ns: 0, pageid: 2 },
      ],
    },
  },
  wikipediaBusy: {
    error: {
      code: 'cirrussearch-too-busy-error',
      info: 'Search is currently too busy. Please try again later.',
      docref: 'See https://en.wikipedia.org/w/api.php for API usage.',
    },
    servedby: 'mw1234',
  },
  searxng: {
    query: '长城',
    number_of_results: 0,
    results: [
      {
        url: 'https://zh.wikipedia.org/wiki/长城',
        title: '长城 - 维基百科',
        content: '长城是中国古代的防御工程。',
        publishedDate: '2024-05-01T00:00:00',
        thumbnail: '',
        engine: 'wikipedia',
        template: 'default.html',
        parsed_url: ['https', 'zh.wikipedia.org', '/wiki/长城', '', '', ''],
        engines: ['wikipedia', 'bing'],
        positions: [1],
        score: 4.0,
        category: 'general',
      },
      { url: 'https://zh.wikipedia.org/wiki/长城', title: 'Twice', content: '', engine: 'bing' },
      { url: 'https://example.org/b', title: '', content: null, publishedDate: null, engine: 'bing' },
      { url: 'javascript:alert(1)', title: 'No address', content: '', engine: 'bing' },
    ],
    answers: [],
    corrections: [],
    infoboxes: [],
    suggestions: ['长城 长度'],
    unresponsive_engines: [['google', 'timeout']],
  },
  tavily: {
    query: 'Leo Messi',
    follow_up_questions: null,
    answer: null,
    images: [],
    results: [
      {
        title: 'Lionel Messi Facts | Britannica',
        url: 'https://www.britannica.com/facts/Lionel-Messi',
        content: 'Lionel Messi, an Argentine footballer, is widely regarded as one of the greatest players.',
        score: 0.81025416,
        raw_content: null,
        published_date: 'Fri, 31 Jan 2025 08:00:00 GMT',
      },
    ],
    response_time: 1.67,
    request_id: '123e4567-e89b-12d3-a456-426614174111',
  },
  tavilyKey: { detail: { error: 'Unauthorized: missing or invalid API key.' } },
  tavilyPlan: {
    detail: {
      error: "This request exceeds your plan's set usage limit. Please upgrade your plan or contact support@tavily.com",
    },
  },
  tavilyRate: {
    detail: { error: 'Your request has been blocked due to excessive requests. Please reduce rate of requests.' },
  },
  jina: {
    code: 200,
    status: 20000,
    data: [
      {
        title: 'Jina AI',
        url: 'https://jina.ai/',
        description: 'Best-in-class embeddings.',
        date: 'Mar 3, 2025',
        usage: { tokens: 1000 },
      },
    ],
    meta: { usage: { tokens: 10000 } },
  },
  jinaNothing: {
    data: null,
    code: 422,
    name: 'AssertionFailureError',
    status: 42206,
    message: 'No search results available for query qqqq',
    readableMessage: 'AssertionFailureError: No search results available for query qqqq',
  },
  jinaKey: {
    data: null,
    code: 401,
    name: 'AuthenticationRequiredError',
    status: 40103,
    message:
      'Authentication is required to use this endpoint. Please provide a valid API key via Authorization header.',
    readableMessage: 'AuthenticationRequiredError: Authentication is required to use this endpoint.',
  },
  jinaBalance: {
    data: null,
    code: 402,
    name: 'InsufficientBalanceError',
    status: 40203,
    message: 'Account balance not enough to run this query, please recharge.',
    readableMessage: 'InsufficientBalanceError: Account balance not enough to run this query, please recharge.',
  },
  brave: {
    type: 'search',
    query: { original: '长城', more_results_available: true },
    mixed: { type: 'mixed', main: [{ type: 'web', index: 0, all: false }] },
    web: {
      type: 'search',
      results: [
        {
          title: 'Brave Search API',
          url: 'https://brave.com/search/api/',
          is_source_local: false,
          description:
            'Power your search &amp; AI apps with the <strong>Brave Search API</strong> - the world&#x27;s fastest',
          page_age: '2026-01-02T10:20:30',
          age: 'January 2, 2026',
          meta_url: { scheme: 'https', hostname: 'brave.com' },
          language: 'en',
          family_friendly: true,
        },
      ],
      family_friendly: true,
    },
  },
  braveKey: {
    type: 'ErrorResponse',
    error: {
      id: '5d832250-9396-4f6e-b84a-2a1fe524cd7d',
      status: 422,
      code: 'SUBSCRIPTION_TOKEN_INVALID',
      detail: 'The provided subscription token is invalid.',
      meta: { component: 'authentication' },
    },
    time: 1663072993,
  },
  braveRate: {
    type: 'ErrorResponse',
    error: {
      id: 'a',
      status: 429,
      code: 'RATE_LIMITED',
      detail: 'Request rate limit exceeded for plan.',
      meta: { plan: 'Free', rate_limit: 1, rate_current: 1, quota_limit: 2000, quota_current: 12 },
    },
    time: 1663072993,
  },
  braveQuota: {
    type: 'ErrorResponse',
    error: {
      id: 'a',
      status: 429,
      code: 'RATE_LIMITED',
      detail: 'Request rate limit exceeded for plan.',
      meta: { plan: 'Free', rate_limit: 1, rate_current: 1, quota_limit: 2000, quota_current: 2000 },
    },
    time: 1663072993,
  },
  braveRequest: {
    type: 'ErrorResponse',
    error: { id: 'a', status: 422, code: 'VALIDATION', detail: 'Unable to validate request parameter(s)', meta: {} },
    time: 1663072993,
  },
};
