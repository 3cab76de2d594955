import type { Plugin } from 'vite'

const firstPaint = '<script src="./first-paint.js"'

/** Names the chunk of each language in `index.html`: `first-paint.js` preloads the one that will be shown. */
export function wordsPreload(): Plugin {
  return {
    name: 'words-preload',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        // in development, and for other pages, such as the kit's
        if (bundle === undefined || !html.includes(firstPaint)) return html
        const chunkOf = (source: string): string => {
          const found = Object.values(bundle).find(
            (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(`/i18n/locales/${source}`) === true,
          )
          if (found === undefined) throw new Error(`${source} has no chunk of its own`)
          return `./${found.fileName}`
        }
        const names = `data-english="${chunkOf('en.ts')}" data-chinese="${chunkOf('zh-cn.ts')}"`
        return html.replace(firstPaint, `${firstPaint} ${names}`)
      },
    },
  }
}
