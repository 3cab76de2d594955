import en from './en-titles.json' with { type: 'json' }
import zhCN from './zh-CN-titles.json' with { type: 'json' }

export const titles = { en: { titles: en }, zhCN: { titles: zhCN } }
