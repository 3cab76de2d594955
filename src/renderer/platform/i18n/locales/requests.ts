import en from './en-requests.json' with { type: 'json' }
import zhCN from './zh-CN-requests.json' with { type: 'json' }

export const requests = { en: { requests: en }, zhCN: { requests: zhCN } }
