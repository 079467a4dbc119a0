<#
Install Memory Keeper for Claude Code on Windows:

    powershell -ExecutionPolicy Bypass -File install.ps1 [-To FOLDER] [-NoClaude]

Downloads this release, checks it against SHA256SUMS, lets the executable
install itself, puts its folder on your PATH and tells Claude Code about it. It
needs no administrator and writes only below your profile (or FOLDER). Run it
again to upgrade.

MEMORY_KEEPER_RELEASE names where to download from, instead of this release.
#>
param(
  [string] $To = "",
  [switch] $NoClaude
)

$ErrorActionPreference = "Stop"
$ProgressPreference = "SilentlyContinue"
# PowerShell 5.1 on an older Windows 10 does not offer it by itself.
[Net.ServicePointManager]::SecurityProtocol =
  [Net.ServicePointManager]::SecurityProtocol -bor [Net.SecurityProtocolType]::Tls12

# Filled in when a release is made.
$Release = "@RELEASE@"
$OldestClaude = [version] "2.1.163"

function Fail([string] $Message, [string[]] $Hints = @()) {
  [Console]::Error.WriteLine("error: $Message")
  foreach ($hint in $Hints) { [Console]::Error.WriteLine("hint: $hint") }
  exit 1
}

# The name of the build for this machine, as in the release's file names.
function Get-Target {
  if ($env:OS -ne "Windows_NT") {
    Fail "This script is for Windows" @("On Linux and macOS use install.sh")
  }
  $processor = $env:PROCESSOR_ARCHITEW6432
  if (-not $processor) { $processor = $env:PROCESSOR_ARCHITECTURE }
  # Windows on ARM runs x64 programs as well.
  if ($processor -notin @("AMD64", "ARM64")) {
    Fail "There is no build for a $processor processor" @("Builds exist for x64")
  }
  return "x86_64-pc-windows-msvc"
}

function Get-File([string] $Url, [string] $Path) {
  try {
    Invoke-WebRequest -UseBasicParsing -Uri $Url -OutFile $Path
  } catch {
    Fail "Cannot download ${Url}: $($_.Exception.Message)" @(
      "Check your connection and proxy",
      "Or download it elsewhere, unpack it and run: .\memory-keeper.exe install"
    )
  }
}

function Test-Digest([string] $Path, [string] $Name, [string] $Sums) {
  $expected = Get-Content $Sums | ForEach-Object {
    $digest, $file = $_ -split "\s+\*?", 2
    if ($file -eq $Name) { $digest }
  } | Select-Object -First 1
  if (-not $expected) {
    Fail "SHA256SUMS does not name $Name" @(
      "The release is incomplete; try again later"
    )
  }
  $found = (Get-FileHash -Algorithm SHA256 $Path).Hash.ToLowerInvariant()
  if ($found -ne $expected.ToLowerInvariant()) {
    Fail "$Name is not the file that was released" @(
      "Its SHA-256 is $found instead of $expected",
      "Nothing was installed; download again, and tell the project if it stays so"
    )
  }
}

function Add-ToPath([string] $Folder) {
  # Read as it is written: entries such as %USERPROFILE%\bin must stay so.
  $key = [Microsoft.Win32.Registry]::CurrentUser.CreateSubKey("Environment")
  try {
    $path = $key.GetValue("Path", "", "DoNotExpandEnvironmentNames")
    $parts = @("$path" -split ";" | Where-Object { $_ })
    if ($parts -contains $Folder) { return }
    $key.SetValue("Path", (($parts + $Folder) -join ";"), "ExpandString")
  } finally {
    $key.Dispose()
  }
  # Setting any variable this way tells running programs that PATH changed.
  [Environment]::SetEnvironmentVariable("MEMORY_KEEPER_PATH_CHANGED", $null, "User")
  $env:Path = "$env:Path;$Folder"
  Write-Output "Put $Folder on your PATH; new terminals find memory-keeper."
}

# Run a program and keep what it says. Under "Stop", PowerShell 5.1 makes an
# error of the first line a program writes to its error stream.
function Invoke-Program([string] $Program, [string[]] $Arguments) {
  $ErrorActionPreference = "Continue"
  $words = @(& $Program @Arguments 2>&1 | ForEach-Object { "$_" })
  return @{ Code = $LASTEXITCODE; Words = $words }
}

# Run one claude command; its words are shown only if it fails.
function Invoke-Claude {
  Write-Output "  claude $args"
  $done = Invoke-Program "claude" $args
  if ($done.Code -ne 0) {
    $done.Words | ForEach-Object { [Console]::Error.WriteLine($_) }
    Fail "`"claude $args`" failed" @(
      "The program is installed; run that command again by hand"
    )
  }
}

function Register-WithClaude([string] $Folder, [bool] $Upgrade) {
  if (-not (Get-Command claude -ErrorAction SilentlyContinue)) {
    Write-Output "Claude Code (claude) is not on this PATH. Where it is, run:"
    Write-Output "  claude plugin marketplace add `"$Folder`""
    Write-Output "  claude plugin install memory-keeper@memory-keeper"
    return
  }
  $version = ("$(& claude --version)" -split " ")[0]
  if ($version -match "^\d+\.\d+\.\d+$" -and [version] $version -lt $OldestClaude) {
    Fail "Claude Code $version is too old: $OldestClaude or later is needed" @(
      "The program is installed; run claude update, then this script again"
    )
  }
  Write-Output "Telling Claude Code ${version}:"
  Invoke-Claude plugin marketplace add $Folder
  Invoke-Claude plugin install memory-keeper@memory-keeper
  if ($Upgrade) {
    Invoke-Claude plugin marketplace update memory-keeper
    Invoke-Claude plugin update memory-keeper@memory-keeper
  }
  Write-Output "Done. It works from your next session on."
}

$source = if ($env:MEMORY_KEEPER_RELEASE) { $env:MEMORY_KEEPER_RELEASE } else { $Release }
if ($source.StartsWith("@")) {
  Fail "This copy of the script belongs to no release" @(
    "Use the one that is attached to a release, or set MEMORY_KEEPER_RELEASE"
  )
}
$archive = "memory-keeper-$(Get-Target).zip"
$work = Join-Path ([IO.Path]::GetTempPath()) "memory-keeper-$([Guid]::NewGuid())"
New-Item -ItemType Directory -Path $work | Out-Null
try {
  Write-Output "Downloading $archive"
  Get-File "$source/SHA256SUMS" (Join-Path $work "SHA256SUMS")
  Get-File "$source/$archive" (Join-Path $work $archive)
  Test-Digest (Join-Path $work $archive) $archive (Join-Path $work "SHA256SUMS")
  Expand-Archive -Path (Join-Path $work $archive) -DestinationPath $work
  $program = Join-Path $work "memory-keeper.exe"
  $folder = if ($To) { $To } else { Join-Path $env:LOCALAPPDATA "memory-keeper" }
  $folder = $ExecutionContext.SessionState.Path.GetUnresolvedProviderPathFromPSPath($folder)
  $upgrade = Test-Path (Join-Path $folder "install.json")
  $tried = Invoke-Program $program @("version")
  if ($tried.Code -ne 0) {
    Fail "The downloaded program does not start here: $($tried.Words | Select-Object -First 1)" @(
      "A virus scanner may hold it; nothing was installed"
    )
  }
  $done = Invoke-Program $program @("install", "--to", $folder)
  $said = $done.Words
  if ($done.Code -ne 0) {
    $said | ForEach-Object { [Console]::Error.WriteLine($_) }
    Fail "Installing into $folder failed" @("The reason is above")
  }
  Write-Output ($said | Select-Object -First 1)
  Add-ToPath (Join-Path $folder "plugin\bin")
  if ($NoClaude) { Write-Output ($said | Select-Object -Skip 1) }
  else { Register-WithClaude $folder $upgrade }
} finally {
  Remove-Item -Recurse -Force $work -ErrorAction SilentlyContinue
}
