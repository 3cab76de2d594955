import en from './en-order.json' with { type: 'json' }
import zhCN from './zh-CN-order.json' with { type: 'json' }

export const order = { en: { order: en }, zhCN: { order: zhCN } }
