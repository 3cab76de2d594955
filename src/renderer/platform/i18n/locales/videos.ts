import en from './en-videos.json' with { type: 'json' }
import zhCN from './zh-CN-videos.json' with { type: 'json' }

export const videos = { en: { videos: en }, zhCN: { videos: zhCN } }
