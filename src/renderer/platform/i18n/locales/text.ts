import en from './en-text.json' with { type: 'json' }
import zhCN from './zh-CN-text.json' with { type: 'json' }

export const text = { en: { text: en }, zhCN: { text: zhCN } }
