/** Types for the few parts of the MCP SDK that the server and its tests use. */

declare module "@modelcontextprotocol/sdk/types.js" {
  /** Tells a handler's method and what its requests look like. */
  export interface RequestSchema<Params> {
    readonly params?: Params;
  }
  export const ListToolsRequestSchema: RequestSchema<unknown>;
  export const ListResourcesRequestSchema: RequestSchema<unknown>;
  export const ElicitRequestSchema: RequestSchema<unknown>;
  export const CallToolRequestSchema: RequestSchema<{
    readonly name: string;
    readonly arguments?: Readonly<Record<string, unknown>>;
  }>;
  export const ReadResourceRequestSchema: RequestSchema<{
    readonly uri: string;
  }>;
  export interface CallToolResult {
    readonly content: readonly {
      readonly type: "text";
      readonly text: string;
    }[];
    readonly isError?: boolean;
  }
  export const ErrorCode: {
    readonly InvalidParams: number;
  };
  export class McpError extends Error {
    constructor(code: number, message: string);
  }
}

declare module "@modelcontextprotocol/sdk/server/index.js" {
  import type { RequestSchema } from "@modelcontextprotocol/sdk/types.js";
  export class Server {
    constructor(info: { name: string; version: string }, options: {
      readonly capabilities: Readonly<Record<string, unknown>>;
      readonly instructions?: string;
    });
    onclose?: () => void;
    onerror?: (error: Error) => void;
    setRequestHandler<Params>(
      schema: RequestSchema<Params>,
      handler: (request: { readonly params: Params }) => unknown,
    ): void;
    connect(transport: unknown): Promise<void>;
    getClientCapabilities(): { readonly elicitation?: unknown } | undefined;
    elicitInput(request: {
      readonly message: string;
      readonly requestedSchema: unknown;
    }): Promise<{ readonly action: "accept" | "decline" | "cancel" }>;
  }
}

declare module "@modelcontextprotocol/sdk/server/stdio.js" {
  export class StdioServerTransport {
    constructor(stdin: unknown, stdout: unknown);
  }
}
