import en from './en-meaning.json' with { type: 'json' }
import zhCN from './zh-CN-meaning.json' with { type: 'json' }

export const meaning = { en: { meaning: en }, zhCN: { meaning: zhCN } }
