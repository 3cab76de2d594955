import en from './en-images.json' with { type: 'json' }
import zhCN from './zh-CN-images.json' with { type: 'json' }

export const images = { en: { images: en }, zhCN: { images: zhCN } }
