import en from './en-links.json' with { type: 'json' }
import zhCN from './zh-CN-links.json' with { type: 'json' }

export const links = { en: { links: en }, zhCN: { links: zhCN } }
