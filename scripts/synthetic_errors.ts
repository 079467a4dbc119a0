/**
 * Error texts as tools print them, for replays. `NAME` is what the mistake is
 * about; everything in braces differs from run to run and says nothing.
 */

export interface ErrorText {
  readonly command: string;
  /** `{path}` `{n}` `{hash}` `{time}` `{id}` `{ms}` */
  readonly output: string;
  /** The file that has to be changed, or the command that has to be run. */
  readonly fix: { readonly edit: string } | { readonly run: string };
}

const row = (
  command: string,
  output: string,
  fix: ErrorText["fix"],
): ErrorText => ({ command, output, fix });
const edit = (file: string) => ({ edit: file });
const run = (command: string) => ({ run: command });

export const ERROR_TEXTS: readonly ErrorText[] = [
  row(
    "npx tsc --noEmit",
    "{path}.ts({n},{n}): error TS2304: Cannot find name 'NAME'.\n\nFound {n} errors.",
    edit("src/NAME.ts"),
  ),
  row(
    "npm run build",
    "> app@{n}.0.1 build\n> tsc -p .\n\n{path}.tsx({n},{n}): error TS2339: Property 'NAME' does not exist on type 'Props'.",
    edit("src/props.ts"),
  ),
  row(
    "npx tsc -p .",
    "{path}.ts({n},{n}): error TS2307: Cannot find module '@app/NAME' or its corresponding type declarations.",
    edit("tsconfig.json"),
  ),
  row(
    "npm run typecheck",
    "{path}.ts:{n}:{n} - error TS2345: Argument of type 'string' is not assignable to parameter of type 'NAME'.",
    edit("src/types.ts"),
  ),
  row(
    "npm install",
    'npm ERR! code ERESOLVE\nnpm ERR! ERESOLVE unable to resolve dependency tree\nnpm ERR! Could not resolve dependency: peer NAME@"^{n}.0.0" from app@{n}.1.0\nnpm ERR! A complete log of this run can be found in: /home/ada/.npm/_logs/{time}-debug-0.log',
    run("npm install NAME@latest --legacy-peer-deps"),
  ),
  row(
    "npm ci",
    "npm ERR! code E404\nnpm ERR! 404 Not Found - GET https://registry.example.org/NAME - Not found\nnpm ERR! 404 'NAME@^{n}.2.0' is not in this registry.",
    edit("package.json"),
  ),
  row(
    "node server.js",
    "node:internal/modules/cjs/loader:{n}\n  throw err;\n  ^\n\nError: Cannot find module 'NAME'\nRequire stack:\n- {path}.js\n    at Module._resolveFilename (node:internal/modules/cjs/loader:{n}:{n}) {\n  code: 'MODULE_NOT_FOUND'\n}",
    run("npm install NAME"),
  ),
  row(
    "node scripts/seed.js",
    "{path}.js:{n}\nTypeError: Cannot read properties of undefined (reading 'NAME')\n    at main ({path}.js:{n}:{n})",
    edit("scripts/seed.js"),
  ),
  row(
    "npm start",
    "Error: listen EADDRINUSE: address already in use :::{n}\n    at Server.setupListenHandle NAME",
    run("npx kill-port 3000"),
  ),
  row(
    "npx eslint src",
    "{path}.ts\n  {n}:{n}  error  'NAME' is assigned a value but never used  @typescript-eslint/no-unused-vars\n\n✖ {n} problems",
    edit("src/NAME.ts"),
  ),
  row(
    "npx vitest run",
    " FAIL  {path}.test.ts > NAME\nReferenceError: NAME is not defined\n ❯ {path}.test.ts:{n}:{n}",
    edit("tests/setup.ts"),
  ),
  row(
    "deno check main.ts",
    "error: TS2551 [ERROR]: Property 'NAME' does not exist on type 'Config'. Did you mean 'name'?\n    at file://{path}.ts:{n}:{n}",
    edit("src/config.ts"),
  ),
  row(
    "deno run -A main.ts",
    "error: Uncaught (in promise) NotFound: No such file or directory (os error 2): readfile 'NAME.json'\n    at file://{path}.ts:{n}:{n}",
    run("cp NAME.example.json NAME.json"),
  ),
  row(
    "cargo build",
    "   Compiling app v0.{n}.0\nerror[E0425]: cannot find value `NAME` in this scope\n --> {path}.rs:{n}:{n}\n  |\n{n} |     NAME\n\nerror: could not compile `app` due to previous error",
    edit("src/lib.rs"),
  ),
  row(
    "cargo test",
    "error[E0599]: no method named `NAME` found for struct `Tide` in the current scope\n --> {path}.rs:{n}:{n}",
    edit("src/tide.rs"),
  ),
  row(
    "cargo check",
    "error[E0432]: unresolved import `crate::NAME`\n --> {path}.rs:{n}:{n}",
    edit("src/main.rs"),
  ),
  row(
    "cargo build",
    "error: failed to select a version for `NAME`.\n    ... required by package `app v0.{n}.0 ({path})`",
    run("cargo update -p NAME"),
  ),
  row(
    "cargo clippy",
    "error: this function has too many arguments ({n}/7)\n --> {path}.rs:{n}:{n}\n  = note: NAME",
    edit("src/NAME.rs"),
  ),
  row(
    "go build ./...",
    "# example.org/app/pkg\n{path}.go:{n}:{n}: undefined: NAME",
    edit("pkg/NAME.go"),
  ),
  row(
    "go test ./...",
    "{path}.go:{n}:{n}: cannot use NAME (variable of type string) as int value in argument to add",
    edit("pkg/add.go"),
  ),
  row(
    "go vet ./...",
    "{path}.go:{n}:{n}: NAME redeclared in this block\n\t{path}.go:{n}:{n}: other declaration of NAME",
    edit("pkg/NAME.go"),
  ),
  row(
    "go mod tidy",
    "go: example.org/NAME@v1.{n}.0: reading example.org/NAME/go.mod at revision v1.{n}.0: unknown revision v1.{n}.0",
    edit("go.mod"),
  ),
  row(
    "golangci-lint run",
    "{path}.go:{n}:{n}: G304: Potential file inclusion via variable NAME (gosec)",
    edit("pkg/read.go"),
  ),
  row(
    "pytest -q",
    "{path}.py:{n}: in <module>\n    import NAME\nE   ModuleNotFoundError: No module named 'NAME'\n=== {n} error in {ms}s ===",
    run("pip install NAME"),
  ),
  row(
    "pytest tests",
    "E       AttributeError: 'Tide' object has no attribute 'NAME'\n\n{path}.py:{n}: AttributeError",
    edit("app/tide.py"),
  ),
  row(
    "python manage.py migrate",
    'Traceback (most recent call last):\n  File "{path}.py", line {n}, in <module>\ndjango.db.utils.ProgrammingError: relation "NAME" already exists',
    run("python manage.py migrate --fake NAME"),
  ),
  row(
    "python3 main.py",
    "Traceback (most recent call last):\n  File \"{path}.py\", line {n}, in load\nKeyError: 'NAME'",
    edit("app/config.py"),
  ),
  row(
    "python -m mypy app",
    '{path}.py:{n}: error: Incompatible return value type (got "None", expected "NAME")  [return-value]',
    edit("app/NAME.py"),
  ),
  row(
    "ruff check .",
    "{path}.py:{n}:{n}: F401 [*] `NAME` imported but unused\nFound {n} errors.",
    run("ruff check --fix ."),
  ),
  row(
    "pip install -r requirements.txt",
    "ERROR: Could not find a version that satisfies the requirement NAME=={n}.4 (from versions: none)\nERROR: No matching distribution found for NAME=={n}.4",
    edit("requirements.txt"),
  ),
  row(
    "gcc -o app main.c",
    "main.c:{n}:{n}: fatal error: NAME.h: No such file or directory\ncompilation terminated.",
    run("apt-get install libNAME-dev"),
  ),
  row(
    "make",
    "/usr/bin/ld: {path}.o: in function `main':\nmain.c:(.text+0x{hash}): undefined reference to `NAME'\ncollect2: error: ld returned 1 exit status\nmake: *** [Makefile:{n}: app] Error 1",
    edit("Makefile"),
  ),
  row(
    "make all",
    "make: *** No rule to make target 'NAME.o', needed by 'app'.  Stop.",
    edit("Makefile"),
  ),
  row(
    "cmake ..",
    'CMake Error at CMakeLists.txt:{n} (find_package):\n  Could not find a package configuration file provided by "NAME"',
    run("apt-get install libNAME-dev"),
  ),
  row(
    "g++ -c tide.cpp",
    "tide.cpp:{n}:{n}: error: 'NAME' was not declared in this scope",
    edit("tide.hpp"),
  ),
  row(
    "git push",
    "To example.org:app.git\n ! [rejected]        NAME -> NAME (non-fast-forward)\nerror: failed to push some refs to 'example.org:app.git'\nhint: Updates were rejected because the tip of your current branch is behind",
    run("git pull --rebase origin NAME"),
  ),
  row(
    "git merge main",
    "Auto-merging {path}.ts\nCONFLICT (content): Merge conflict in src/NAME.ts\nAutomatic merge failed; fix conflicts and then commit the result.",
    edit("src/NAME.ts"),
  ),
  row(
    "git commit -m 'Save'",
    "husky - pre-commit hook exited with code 1\nerror: pathspec 'NAME' did not match any file(s) known to git",
    run("git add NAME"),
  ),
  row(
    "git submodule update",
    "fatal: No url found for submodule path 'vendor-NAME' in .gitmodules",
    edit(".gitmodules"),
  ),
  row(
    "docker build .",
    "Step {n}/9 : COPY NAME /app\nCOPY failed: file not found in build context or excluded by .dockerignore: stat NAME: file does not exist",
    edit(".dockerignore"),
  ),
  row(
    "docker compose up -d",
    "Error response from daemon: driver failed programming external connectivity on endpoint NAME ({hash}): Bind for 0.0.0.0:{n} failed: port is already allocated",
    run("docker stop NAME"),
  ),
  row(
    "docker run app",
    "docker: Error response from daemon: pull access denied for NAME, repository does not exist or may require 'docker login'.",
    run("docker login"),
  ),
  row(
    "kubectl apply -f deploy.yaml",
    'error: error validating "deploy.yaml": unknown field "NAME" in io.k8s.api.apps.v1.DeploymentSpec',
    edit("deploy.yaml"),
  ),
  row(
    "kubectl get pods",
    'Error from server (Forbidden): pods is forbidden: User "NAME" cannot list resource "pods" in API group',
    run("kubectl config use-context admin"),
  ),
  row(
    "helm upgrade app chart",
    "Error: UPGRADE FAILED: template: chart/templates/deploy.yaml:{n}:{n}: nil pointer evaluating interface {}.NAME",
    edit("chart/values.yaml"),
  ),
  row(
    "terraform plan",
    'Error: Reference to undeclared input variable\n\n  on main.tf line {n}:\nAn input variable with the name "NAME" has not been declared.',
    edit("variables.tf"),
  ),
  row(
    "psql -f schema.sql",
    'psql:schema.sql:{n}: ERROR:  column "NAME" of relation "tides" does not exist\nLINE {n}: INSERT',
    edit("schema.sql"),
  ),
  row(
    "psql -d tides -f seed.sql",
    'psql: error: connection to server on socket "/tmp/.s.PGSQL.{n}" failed: FATAL:  role "NAME" does not exist',
    run("createuser NAME"),
  ),
  row(
    "mysql tides < seed.sql",
    "ERROR 1054 (42S22) at line {n}: Unknown column 'NAME' in 'field list'",
    edit("seed.sql"),
  ),
  row(
    "redis-cli -n 1 get tide",
    "Could not connect to Redis at NAME:{n}: Connection refused",
    run("redis-server --daemonize yes"),
  ),
  row(
    "bundle exec rspec",
    "NameError:\n  uninitialized constant NAME\n# {path}.rb:{n}:in `block'",
    edit("spec/spec_helper.rb"),
  ),
  row(
    "bundle install",
    "Could not find gem 'NAME (~> {n}.0)' in rubygems repository or installed locally.",
    edit("Gemfile"),
  ),
  row(
    "mvn -q package",
    "[ERROR] {path}.java:[{n},{n}] cannot find symbol\n[ERROR]   symbol:   class NAME\n[ERROR] -> [Help 1]",
    edit("pom.xml"),
  ),
  row(
    "./gradlew build",
    "e: file://{path}.kt:{n}:{n} Unresolved reference: NAME\n\nFAILURE: Build failed with an exception.\nBUILD FAILED in {ms}s",
    edit("build.gradle"),
  ),
  row(
    "dotnet build",
    "{path}.cs({n},{n}): error CS0246: The type or namespace name 'NAME' could not be found (are you missing a using directive?)",
    edit("App.csproj"),
  ),
  row(
    "swift build",
    "{path}.swift:{n}:{n}: error: cannot find 'NAME' in scope",
    edit("Sources/NAME.swift"),
  ),
  row(
    "composer install",
    "  Problem 1\n    - Root composer.json requires NAME/core ^{n}.0, it could not be found in any version",
    edit("composer.json"),
  ),
  row(
    "php artisan migrate",
    "   Illuminate\\Database\\QueryException\n  SQLSTATE[42S02]: Base table or view not found: 1146 Table 'app.NAME' doesn't exist",
    edit("database/migrations/NAME.php"),
  ),
  row(
    "aws s3 cp a.txt s3://tides",
    "upload failed: ./a.txt to s3://tides/a.txt An error occurred (AccessDenied) when calling the NAME operation: Access Denied",
    run("aws sso login"),
  ),
  row(
    "ansible-playbook site.yml",
    'fatal: [host{n}]: FAILED! => {"msg": "The task includes an option with an undefined variable. The error was: \'NAME\' is undefined"}',
    edit("group_vars/all.yml"),
  ),
  // Words that any mistake of the kind makes; NAME is not among them.
  row(
    "npx jest",
    "FAIL {path}.test.ts\n  ● NAME › rounds\n\n    expect(received).toBe(expected) // Object.is equality\n\n    Expected: {n}\n    Received: {n}\n\nTest Suites: 1 failed, {n} passed",
    edit("src/NAME.ts"),
  ),
  row(
    "pytest -x",
    "E       assert {n} == {n}\n\n{path}.py:{n}: AssertionError\nFAILED tests/test_NAME.py::test_NAME - assert {n} == {n}\n1 failed in {ms}s",
    edit("app/NAME.py"),
  ),
  row(
    "cargo build --release",
    "error[E0308]: mismatched types\n --> {path}.rs:{n}:{n}\n  |\n{n} |     NAME\n  |     ^^^^ expected `u32`, found `String`\n\nerror: could not compile `app` due to previous error",
    edit("src/NAME.rs"),
  ),
  row(
    "npm run types",
    "{path}.ts({n},{n}): error TS2554: Expected {n} arguments, but got {n}.",
    edit("src/NAME.ts"),
  ),
  row(
    "node NAME.js",
    "{path}.js:{n}\n}\n^\n\nSyntaxError: Unexpected token '}'\n    at wrapSafe (node:internal/modules/cjs/loader:{n}:{n})",
    edit("NAME.js"),
  ),
  row(
    "pytest tests/api",
    "ImportError while importing test module '{path}.py'.\nHint: make sure your test modules/packages have valid Python names.\nTraceback:\n{path}.py:{n}: in <module>\n    import NAME\nE   ModuleNotFoundError: No module named 'NAME'\n=== short test summary info ===",
    run("pip install NAME"),
  ),
  row(
    "go test ./pkg/...",
    "--- FAIL: TestTide (0.00s)\n    NAME_test.go:{n}: got {n}, want {n}\nFAIL\nexit status 1\nFAIL\texample.org/app/pkg\t{ms}s",
    edit("pkg/NAME.go"),
  ),
];
