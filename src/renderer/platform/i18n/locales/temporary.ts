import en from './en-temporary.json' with { type: 'json' }
import zhCN from './zh-CN-temporary.json' with { type: 'json' }

export const temporary = { en: { temporary: en }, zhCN: { temporary: zhCN } }
