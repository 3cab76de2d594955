import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { memoryCalls } from '../../../shared/ipc/memory-calls.ts'
import type { Feature } from '../../feature.ts'
import { Conversations } from '../../storage/conversations.ts'
import { Memories } from '../../storage/memories.ts'
import { Messages } from '../../storage/messages.ts'
import { Preferences } from '../../storage/preferences.ts'
import type { KeepsAnswers } from '../app/answer-keeper.ts'
import type { ConnectionsService } from '../connections/connections-service.ts'
import { SingleQuestions, type SingleQuestionsParts, UsageRefusals } from '../questions/index.ts'
import type { SpendingService } from '../spending/index.ts'
import { MemoriesService, type MemoriesServiceParts } from './memories-service.ts'
import { MemoryProposals } from './memory-proposals.ts'

/** Returns the facts that go with the requests of chats. */
export type SendsMemories = Pick<MemoriesService, 'sentWith'>

/** The memory: facts that the user keeps, and models propose. */
export interface MemoriesFeature extends Feature {
  readonly handlers: HandlersOf<typeof memoryCalls>
  readonly service: MemoriesService
}

export interface MemoriesParts
  extends Omit<MemoriesServiceParts, 'memories'>,
    Omit<SingleQuestionsParts, 'usageRefusals' | 'connections' | 'keeper' | 'settings' | 'spending' | 'clock'> {
  readonly connections: Pick<ConnectionsService, 'access' | 'endpoints' | 'has'>
  readonly keeper: Pick<KeepsAnswers, 'keepAnswer' | 'recordRead'>
  readonly spending: SpendingService
}

export function createMemories(parts: MemoriesParts): MemoriesFeature {
  const { database } = parts
  const service = new MemoriesService({ ...parts, memories: new Memories(database) })
  const usageRefusals = new UsageRefusals(new Preferences(database))
  const proposals = new MemoryProposals({
    ...parts,
    service,
    conversations: new Conversations(database),
    messages: new Messages(database),
    questions: new SingleQuestions({ ...parts, usageRefusals }),
  })
  return {
    service,
    handlers: {
      'memories.list': () => service.listMemories(),
      'memories.put': (input) => service.putMemories(input),
      'memories.remove': (input) => service.removeMemory(input),
      'memories.offer': (input) => proposals.offer(input),
      'memories.propose': (input) => proposals.propose(input),
      'memories.settle': (input) => proposals.settle(input),
    },
    interrupted: () => proposals.count,
    close: () => proposals.close(),
  }
}
