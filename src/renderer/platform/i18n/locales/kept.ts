import en from './en-kept.json' with { type: 'json' }
import zhCN from './zh-CN-kept.json' with { type: 'json' }

export const kept = { en: { kept: en }, zhCN: { kept: zhCN } }
