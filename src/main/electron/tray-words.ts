import type { Leaving } from '../services/app/work-under-way.ts'

interface TrayWords {
  readonly show: string
  readonly newChat: string
  readonly quick: string
  readonly quit: string
  readonly pause: string
  readonly resume: string
  readonly runningWork: (leaving: Leaving) => string
}

/** Returns the amount of running work, here and at the gateway. */
function countOf({ cancelled, goingOn, interrupted }: Leaving): number {
  return cancelled + goingOn + interrupted
}

const english: TrayWords = {
  show: 'Show Atelier',
  newChat: 'New chat',
  quick: 'Quick question',
  quit: 'Quit',
  pause: 'Pause the queues',
  resume: 'Resume the queues',
  runningWork(leaving) {
    const count = countOf(leaving)
    return count === 0 ? 'Nothing is running' : count === 1 ? 'One item is running' : `${count} items are running`
  },
}
const chinese: TrayWords = {
  show: '显示 Atelier',
  newChat: '新对话',
  quick: '快速提问',
  quit: '退出',
  pause: '暂停队列',
  resume: '恢复队列',
  runningWork(leaving) {
    const count = countOf(leaving)
    return count === 0 ? '没有进行中的任务' : `${count} 项任务进行中`
  },
}

/** Returns the texts of the tray's menu. */
export function trayWords(language: string): TrayWords {
  return language.startsWith('zh') ? chinese : english
}
