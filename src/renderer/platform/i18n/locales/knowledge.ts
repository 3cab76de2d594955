import en from './en-knowledge.json' with { type: 'json' }
import zhCN from './zh-CN-knowledge.json' with { type: 'json' }

export const knowledge = { en: { knowledge: en }, zhCN: { knowledge: zhCN } }
