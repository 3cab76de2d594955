import { describe, expect, it } from 'vitest'
import { createFileExports, dragIcon } from '../../../src/main/electron/file-exports.ts'

function parts(answer: { canceled: boolean; filePath: string }) {
  const did: string[] = []
  const files = createFileExports({
    downloads: '/home/me/Downloads',
    outgoing: {
      async addOutgoing(name, write) {
        await write(`/outgoing/${name}`)
        return { token: 't', path: `/outgoing/${name}` }
      },
    },
    showSaveDialog: async ({ defaultPath }) => {
      did.push(`ask ${defaultPath.replaceAll('\\', '/')}`)
      return answer
    },
    startDrag: (path) => void did.push(`drag ${path}`),
  })
  const write = async (path: string) => void did.push(`write ${path}`)
  return { did, files, write }
}

describe('saving by the system’s dialog', () => {
  it('the save dialog offers the downloads folder, and writes to the chosen path', async () => {
    const { did, files, write } = parts({ canceled: false, filePath: '/tmp/mine.png' })
    expect(await files.saveFile('tea.png', write)).toEqual({ by: 'main', saved: true })
    expect(did).toEqual(['ask /home/me/Downloads/tea.png', 'write /tmp/mine.png'])
  })

  it('nothing is written if the user cancels the save dialog', async () => {
    const { did, files, write } = parts({ canceled: true, filePath: '' })
    expect(await files.saveFile('tea.png', write)).toEqual({ by: 'main', saved: false })
    expect(did).toEqual(['ask /home/me/Downloads/tea.png'])
  })
})

describe('dragging a file out', () => {
  it('a dragged file is copied under its real name before the drag begins', async () => {
    const { did, files, write } = parts({ canceled: true, filePath: '' })
    await files.drag('tea.png', write)
    expect(did).toEqual(['write /outgoing/tea.png', 'drag /outgoing/tea.png'])
  })

  it('a drag shows the picture, or the app’s icon if Electron cannot read it', () => {
    const made: string[] = []
    const images = (readable: boolean) => ({
      createFromPath: (path: string) => {
        made.push(path)
        const image = { isEmpty: () => !readable && path === 'a.webp', resize: () => image }
        return image
      },
    })
    dragIcon(images(true), 'a.webp', 'icon.png')
    dragIcon(images(false), 'a.webp', 'icon.png')
    expect(made).toEqual(['a.webp', 'a.webp', 'icon.png'])
  })
})
