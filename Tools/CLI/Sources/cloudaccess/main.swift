import CloudAccessCommand

await CloudAccessCommand.main()
