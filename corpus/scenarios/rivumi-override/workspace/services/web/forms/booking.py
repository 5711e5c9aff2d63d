FIELDS = ("route", "day", "passengers")
