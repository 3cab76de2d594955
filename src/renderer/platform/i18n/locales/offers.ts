import en from './en-offers.json' with { type: 'json' }
import zhCN from './zh-CN-offers.json' with { type: 'json' }

export const offers = { en: { offers: en }, zhCN: { offers: zhCN } }
