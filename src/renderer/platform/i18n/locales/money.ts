import en from './en-money.json' with { type: 'json' }
import zhCN from './zh-CN-money.json' with { type: 'json' }

export const money = { en: { money: en }, zhCN: { money: zhCN } }
