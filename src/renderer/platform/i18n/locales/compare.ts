import en from './en-compare.json' with { type: 'json' }
import zhCN from './zh-CN-compare.json' with { type: 'json' }

export const compare = { en: { compare: en }, zhCN: { compare: zhCN } }
