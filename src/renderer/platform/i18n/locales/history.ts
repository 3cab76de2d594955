import en from './en-history.json' with { type: 'json' }
import zhCN from './zh-CN-history.json' with { type: 'json' }

export const history = { en: { history: en }, zhCN: { history: zhCN } }
