import en from './en-quick.json' with { type: 'json' }
import zhCN from './zh-CN-quick.json' with { type: 'json' }

export const quick = { en: { quick: en }, zhCN: { quick: zhCN } }
