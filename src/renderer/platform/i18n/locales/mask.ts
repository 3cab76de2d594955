import en from './en-mask.json' with { type: 'json' }
import zhCN from './zh-CN-mask.json' with { type: 'json' }

export const mask = { en: { mask: en }, zhCN: { mask: zhCN } }
