import en from './en-places.json' with { type: 'json' }
import zhCN from './zh-CN-places.json' with { type: 'json' }

export const places = { en: { places: en }, zhCN: { places: zhCN } }
