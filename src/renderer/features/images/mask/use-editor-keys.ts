import { type RefObject, useEffect, useRef } from 'react'
import { useModKey } from '../../../platform/app-store.ts'
import {
  chooseTool,
  fillMask,
  invertMask,
  mayDraw,
  pan,
  redo,
  stepBrush,
  stepZoom,
  undo,
  zoomToFit,
  zoomToPixels,
} from './editor-actions.ts'
import { type KeyCommand, keyCommand } from './editor-keys.ts'
import type { EditorSession } from './editor-store.ts'

function run(session: EditorSession, command: KeyCommand, onEscape: () => void): void {
  const { store } = session
  switch (command.do) {
    case 'tool':
      if (mayDraw(session)) chooseTool(session, command.tool)
      return
    case 'brush':
      stepBrush(session, command.steps)
      return
    case 'pan':
      pan(session, command)
      return
    case 'undo':
      undo(session)
      return
    case 'redo':
      redo(session)
      return
    case 'invert':
      invertMask(session)
      return
    case 'fill':
      fillMask(session, 1)
      return
    case 'clear':
      fillMask(session, 0)
      return
    case 'zoomIn':
      stepZoom(session, 'in')
      return
    case 'zoomOut':
      stepZoom(session, 'out')
      return
    case 'fit':
      zoomToFit(session)
      return
    case 'pixels':
      zoomToPixels(session)
      return
    case 'subtract':
      store.setState((state) => ({ subtract: !state.subtract }))
      return
    case 'preview':
      store.setState((state) => ({ preview: !state.preview }))
      return
    case 'numbers':
      if (mayDraw(session)) store.setState({ numbersOpen: true })
      return
    case 'escape':
      if (!session.hooks.abandonStroke()) onEscape()
      return
    default:
      command satisfies never
  }
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input:not([type=range], [type=checkbox], [type=radio]), textarea')
}

/** Handles the editor's keyboard shortcuts, wherever the focus is inside it. */
export function useEditorKeys(session: EditorSession, root: RefObject<HTMLElement | null>, onEscape: () => void): void {
  const mac = useModKey() === '⌘'
  const latest = useRef(onEscape)
  latest.current = onEscape
  useEffect(() => {
    const element = root.current
    if (element === null) return undefined
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || isTyping(event.target)) return
      // Alt alone would open the window's menu during a stroke
      if (event.key === 'Alt') event.preventDefault()
      const onCanvas = event.target instanceof HTMLCanvasElement
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event
      const command = keyCommand({ key, ctrlKey, metaKey, shiftKey, altKey, onCanvas }, mac)
      if (command === null) return
      event.preventDefault()
      event.stopPropagation()
      run(session, command, () => latest.current())
    }
    element.addEventListener('keydown', listen)
    return () => element.removeEventListener('keydown', listen)
  }, [session, root, mac])
}
